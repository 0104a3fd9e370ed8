import { describe, expect, test } from "vitest";
import { assistant, bash, sessionName, toolCall, toolResult } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("U+0000 separates words and ends nothing (%s)", (engine) => {
  test("B34: in a message and in a query", () =>
    openCase(engine, "zero-characters", async ({ found, search, read }) => {
      expect(await found("right")).toEqual(["b34/a1"]);
      expect(await found("tail")).toEqual(["b34/a1"]);
      expect(await found("zzz\0left")).toEqual([]);
      expect(await found("left\0zzz")).toEqual([]);
      expect(await found('"left\0right"')).toEqual(["b34/a1"]);
      expect(await found("left\0right tail")).toEqual(["b34/a1"]);
      expect((await search("tail")).hits[0]).toMatchObject({ matchOffset: 11 });
      const whole = (await read("b34", "a1")).fragments[0]?.preview;
      expect(whole).toMatchObject({ text: "left\0right tail", totalChars: 15, shownRanges: [{ start: 0, end: 15 }] });
      const window = await read("b34", "a1", { fragmentId: "0:user.text", offset: 5 });
      expect(window.fragments[0]?.preview).toMatchObject({ text: "right tail", totalChars: 15 });
    }));

  test("in every other text, at its beginning and at its end", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          toolResult("c1", "hexdump", `\0${"\0".repeat(5000)}midword\0`),
          assistant([toolCall("c2", "write", { "ke\0y": "one\0two" })], { errorMessage: "failed\0badly" }),
          bash("printf 'x\\0'\0run", "\0\0out\0"),
          sessionName("na\0me"),
        ]),
      },
      async ({ found, search, read }) => {
        const words = { midword: "e1", two: "e2", y: "e2", badly: "e2", run: "e3", out: "e3", me: "e4" };
        for (const [word, entryId] of Object.entries(words)) expect(await found(word), word).toEqual([`s1/${entryId}`]);
        expect((await search("midword")).hits[0]).toMatchObject({ matchOffset: 5001 });
        const window = await read("s1", "e1", { fragmentId: "0:tool.result", offset: 5001 });
        expect(window.fragments[0]?.preview).toMatchObject({ text: "midword\0", totalChars: 5009 });
        expect((await read("s1", "e1")).event.sessionName).toBe("na\0me");
      },
    ));

  test("in a query it drops no term, wherever it stands", () =>
    openCase(
      engine,
      { "s1.jsonl": alphaSession([toolResult("c1", "read", "alpha beta")]) },
      async ({ found, search }) => {
        for (const query of [
          "\0alpha",
          "alpha\0",
          "alpha\0beta",
          '"alpha\0" beta',
          "alpha \0 beta",
          "\0\0alpha beta\0",
        ]) {
          expect(await found(query), JSON.stringify(query)).toEqual(["s1/e1"]);
        }
        for (const query of ["alpha\0gamma", "\0gamma alpha", "alpha \0gamma", '"beta\0alpha"']) {
          expect(await found(query), JSON.stringify(query)).toEqual([]);
        }
        expect((await search("alpha\0gamma")).noMatch?.clauses).toEqual([{ text: "alpha\0gamma", events: 0 }]);
      },
    ));
});
