import { describe, expect, test } from "vitest";
import {
  assistant,
  branchSummary,
  label,
  message,
  sessionName,
  toolCall,
  toolResult,
  user,
} from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const HIGH = "\ud83d";
const LOW = "\ude00";

describe.each(engines)("a lone surrogate never leaves, and counts as one code point (%s)", (engine) => {
  test("B12: in a message, beside a pair that is whole", () =>
    openCase(engine, "lone-surrogates", async ({ coverage, search, read }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      const { hits } = await search("cd");
      expect(hits).toMatchObject([{ entryId: "a1", snippet: "ab\ufffd cd 😀 \ufffd end", matchOffset: 4 }]);
      const { fragments } = await read("b12", "a1");
      expect(fragments[0]?.preview).toMatchObject({ text: "ab\ufffd cd 😀 \ufffd end", totalChars: 14 });
      for (let offset = 0; offset <= 14; offset++) {
        const window = { fragmentId: "0:user.text", offset };
        const once = await read("b12", "a1", window);
        expect(once.fragments[0]?.preview.text).toBe([..."ab\ufffd cd 😀 \ufffd end"].slice(offset).join(""));
        expect((await read("b12", "a1", window)).fragments).toEqual(once.fragments);
      }
    }));

  test("in long texts of every kind, where the cut falls between the halves of what would be a pair", () => {
    // The last code point of the head is a lone high surrogate, the first one of the tail a lone low one.
    const long = `${"a".repeat(1999)}${HIGH} ${"b".repeat(5000)} ${LOW}${"c".repeat(1999)}`;
    return openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          toolResult("c1", "read", long),
          assistant([toolCall("c1", "write", { text: long, [`key${HIGH}`]: { deep: LOW } })]),
          branchSummary(long, "e1"),
        ]),
      },
      async ({ found, read, trace }) => {
        expect(await found("b".repeat(256))).toEqual([]);
        for (const entryId of ["e1", "e2", "e3"]) {
          const [fragment] = (await read("s1", entryId)).fragments;
          const { shownRanges = [], omittedRanges = [], totalChars = 0 } = fragment?.preview ?? {};
          const ranges = [...shownRanges, ...omittedRanges].toSorted((one, other) => one.start - other.start);
          expect(ranges.reduce((end, range) => (range.start === end ? range.end : Number.NaN), 0)).toBe(totalChars);
          expect(fragment?.preview.text).toContain("\ufffd");
          await trace("s1", entryId);
        }
      },
    );
  });

  test("in every name, id and field that an answer repeats", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession(
          [
            sessionName(`name${HIGH}`),
            assistant(
              [toolCall(`c${LOW}`, `tool${HIGH}`, {}), toolCall("c2", "read", { path: `p${HIGH}` })],
              {},
              { id: `e${HIGH}2` },
            ),
            toolResult(`c${LOW}`, `tool${HIGH}`, "outcome", {}, { timestamp: `soon${LOW}` }),
            label(`e${HIGH}2`, `label${LOW}`),
            message({ role: `narrator${HIGH}`, content: "hidden" }),
            { type: `type${LOW}` },
            user([
              { type: `block${HIGH}` },
              { type: "image", mimeType: `image/${LOW}`, data: "" },
              { type: "text", text: "seen" },
            ]),
          ],
          { id: `s${LOW}1`, cwd: `/ws/alpha/${HIGH}dir`, header: { timestamp: `long ago${HIGH}` } },
        ),
      },
      async ({ coverage, search, history, caller, read, trace }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        const [hit] = (await search("outcome")).hits;
        expect(hit).toMatchObject({ sessionName: "name\ufffd", toolName: "tool\ufffd", cwd: "/ws/alpha/\ufffddir" });
        const { sessionId = "", entryId = "" } = hit ?? {};
        const [call] = (await read(sessionId, entryId, { before: 1 })).before;
        expect(call?.event).toMatchObject({ entryId: "e\ufffd2", labels: ["label\ufffd"] });
        // What an answer names can be asked for.
        expect((await read(sessionId, call?.event.entryId ?? "")).fragments).toMatchObject([
          { toolName: "tool\ufffd" },
          { toolName: "read" },
        ]);
        expect((await trace(sessionId, entryId, 2)).related).toMatchObject([{ relation: "tool-call" }]);
        expect((await search("outcome", { toolNames: ["tool\ufffd"] })).hits).toHaveLength(1);
        expect((await history.sessions({}, caller)).sessions).toHaveLength(1);
        expect((await history.lineage({ sessionId }, caller)).sessions).toHaveLength(1);
        expect((await read(sessionId, "e7", { before: 10 })).omissions).toHaveLength(2);
      },
    ));

  test("in a query it separates like any other sign, in what the answer repeats of it too", () =>
    openCase(engine, { "s1.jsonl": alphaSession([user(`left${HIGH}right tail`)]) }, async ({ found, search, read }) => {
      expect(await found("right")).toEqual(["s1/e1"]);
      expect(await found(`"left${LOW}right"`)).toEqual(["s1/e1"]);
      expect(await search(`tail ${HIGH}`)).toMatchObject({ ignoredTerms: ["\ufffd"], hits: [{ entryId: "e1" }] });
      expect((await search(`absent${HIGH}word`)).noMatch?.clauses).toEqual([{ text: "absent\ufffdword", events: 0 }]);
      await expect(search(HIGH)).rejects.toThrow("no searchable terms");
      await expect(read(`s${HIGH}`, LOW)).rejects.toThrow("Not found in this workspace.");
    }));
});
