import { expect, test } from "vitest";
import { bash, sessionFile, text, toolCall, assistant, toolResult, user } from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";

const surroundings: readonly [string, string][] = [
  ["characters of a script without spaces", "\u5f88".repeat(5_000)],
  ["one run of letters", "a".repeat(20_000)],
  ["base64", "QUJD/+8=".repeat(3_000)],
  ["white space", " \t\n\u00a0\u3000".repeat(4_000)],
  ["characters without width", "\u200b\u200d\ufeff".repeat(4_000)],
  ["one letter under ten thousand marks", `e${"\u0301".repeat(10_000)}`],
  ["joined emoji", "\u{1f468}\u200d".repeat(4_000)],
  ["words of a letter", "a b ".repeat(8_000)],
  ["line ends of Windows", "x\r\n".repeat(5_000)],
  ["NULs", "\u0000".repeat(5_000)],
];

onEachEngine("A snippet is bounded in tokens, not in characters (B71)", (engine) => {
  test.each(surroundings)("between %s the snippet holds the match and at most 240 code points", (_, filling) =>
    withCase(
      {
        engine,
        place: (folder) => {
          const whole = `${filling} needle ${filling}`;
          const entries = [
            user(whole),
            toolResult("c", "read", whole),
            assistant([toolCall("c", "write", { path: "x", content: whole })]),
            bash("cat", `${whole} needle`),
          ];
          sessionFile(folder, { id: "hay", cwd, entries });
        },
      },
      async ({ search, read }) => {
        const answer = await search("needle");
        expect(answer.hits).toHaveLength(4);
        for (const hit of answer.hits) {
          expect(Array.from(hit.snippet).length).toBeLessThanOrEqual(240);
          expect(hit.snippet).toContain("needle");
          expect(hit.snippet.isWellFormed()).toBe(true);
          const fragment = (
            await read("hay", hit.entryId, { fragmentId: hit.matchingFragmentId, offset: hit.matchOffset })
          ).fragments[0];
          expect(fragment?.preview.text.startsWith("needle")).toBe(true);
        }
        expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(50_000);
      },
    ),
  );

  test("a match that is itself longer than a snippet gives its first 240 code points", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const words = Array.from({ length: 100 }, (_, index) => `longword${index}`).join(" ");
          const run = "\u6570\u636e\u5e93".repeat(40);
          sessionFile(folder, {
            id: "long",
            cwd,
            entries: [user(`before ${words} after`), user(`${run} tail`), user("w".repeat(250))],
          });
        },
      },
      async ({ search }) => {
        const words = Array.from({ length: 60 }, (_, index) => `longword${index}`).join(" ");
        const phrase = await search(`"${words}"`);
        expect(phrase.hits[0]?.snippet).toBe(words.slice(0, 240).trimEnd());
        const run = await search("\u6570\u636e\u5e93".repeat(40));
        expect(run.hits).toMatchObject([{ entryId: "e2", snippet: expect.stringContaining("\u6570\u636e\u5e93") }]);
        expect(Array.from(run.hits[0]?.snippet ?? "").length).toBeLessThanOrEqual(240);
        expect((await search("w".repeat(250))).hits).toMatchObject([{ snippet: "w".repeat(240) }]);
      },
    ));

  test("ten hits with the longest names and ids stay within 50 KB", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          for (let index = 0; index < 12; index++) {
            const name = { type: "session_info", name: "\u5f88".repeat(300) };
            const blocks = Array.from({ length: 40 }, () => text(`${"\u5f88".repeat(2_000)} needle`));
            sessionFile(folder, {
              id: `s${index}`,
              cwd: `/ws/alpha/${"deep/".repeat(20)}`,
              entries: [name, user(blocks)],
            });
          }
        },
      },
      async ({ search }) => {
        const answer = await search("needle");
        expect([answer.hits.length, answer.totals]).toEqual([10, { events: 12, fragments: 480 }]);
        expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(50_000);
      },
    ));
});
