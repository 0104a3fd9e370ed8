import { describe, expect, test } from "vitest";
import {
  assistant,
  bash,
  compaction,
  customMessage,
  sessionName,
  toolCall,
  toolResult,
  user,
} from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const SEPARATORS = "\u2028\u2029\u0085";

describe.each(engines)("a line separator inside a string cuts no record (%s)", (engine) => {
  test("B01: U+2028, U+2029, NEL, VT and FF in a message", () =>
    openCase(engine, "line-separators", async ({ coverage, found, read }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect(await found("afterline")).toEqual(["b01/a1"]);
      expect(await found("lastone")).toEqual(["b01/a2"]);
      const text = "beforeline\u2028afterline\u2029para\u0085nel\vvt\fff";
      const { fragments } = await read("b01", "a1");
      expect(fragments[0]?.preview).toMatchObject({ text, totalChars: [...text].length, truncated: false });
      const after = await read("b01", "a1", { fragmentId: "0:user.text", offset: 11 });
      expect(after.fragments[0]?.preview.text).toBe(text.slice(11));
    }));

  test("in every other place that holds text", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          assistant([
            { type: "text", text: `said${SEPARATORS}one` },
            toolCall("c1", "edit", { old: `${SEPARATORS}two` }),
          ]),
          toolResult("c1", "edit", `lines${SEPARATORS}three`, { isError: true }),
          bash(`echo${SEPARATORS}four`, `out${SEPARATORS}five`),
          compaction(`kept${SEPARATORS}six`, "e1"),
          customMessage(`kind${SEPARATORS}`, `shown${SEPARATORS}seven`),
          sessionName(`name${SEPARATORS}eight`),
          user("last"),
        ]),
      },
      async ({ coverage, found, read }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        const words = {
          one: "e1",
          two: "e1",
          three: "e2",
          four: "e3",
          five: "e3",
          six: "e4",
          seven: "e5",
          eight: "e6",
        };
        for (const [word, entryId] of Object.entries({ ...words, last: "e7" })) {
          expect(await found(word), word).toEqual([`s1/${entryId}`]);
        }
        expect((await read("s1", "e7")).event.sessionName).toBe(`name${SEPARATORS}eight`);
      },
    ));

  test("in the header, and carriage returns before every newline", () => {
    const cwd = `/ws/alpha/odd\u2028name`;
    const text = alphaSession([user("windows line ends"), user("second\rreturn")], { cwd });
    return openCase(engine, { "s1.jsonl": text.replaceAll("\n", "\r\n") }, async ({ coverage, search, read }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect((await search("windows")).hits[0]).toMatchObject({ cwd, entryId: "e1" });
      expect((await read("s1", "e2")).fragments[0]?.preview.text).toBe("second\rreturn");
    });
  });
});
