import { describe, expect, test } from "vitest";
import { assistant, bash, compaction, toolCall, toolResult } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

/** Everything that stands between the columns of some tool's output. */
const SEPARATORS = [
  "\t",
  "=",
  "+",
  "<",
  ">",
  "|",
  "\0",
  "\v",
  "\f",

  "$",
  "`",
  "^",
  "~",
  "│",
  "→",
  "\u00a0",
  "\u200b",
  "\u2028",
  "×",
  "°",
  "\ufeff",
  "😀",
  "€",
  "\r\n",
  "\u3000",
  "، ",
  "।",
];

const line = (place: string) => SEPARATORS.map((separator, at) => `${place}a${at}${separator}${place}b${at}`).join(" ");

describe.each(engines)("whatever separates columns separates words (%s)", (engine) => {
  test("B44: TAB, = and | in a result; two terms must both match", () =>
    openCase(engine, "tool-output-columns", async ({ found, search }) => {
      for (const query of [
        "left",
        "right",
        "key",
        "value",
        "other",
        "left right",
        "value left",
        "key=value",
        "left\tright",
      ]) {
        expect(await found(query), query).toEqual(["b44/a1"]);
      }
      expect(await search("left nosuchword")).toMatchObject({
        hits: [],
        noMatch: {
          clauses: [
            { text: "left", events: 1 },
            { text: "nosuchword", events: 0 },
          ],
        },
      });
      for (const query of ["nosuchword left", "righ", "lefttright", '"right left"'])
        expect(await found(query), query).toEqual([]);
    }));

  test("in results, commands, arguments and summaries alike", () => {
    return openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          toolResult("c1", "bash", line("result")),
          bash(line("command"), line("output")),
          assistant([toolCall("c2", "write", { text: line("argument") })]),
          compaction(line("summary"), "e1"),
        ]),
      },
      async ({ found }) => {
        for (const [place, entryId] of [
          ["result", "e1"],
          ["command", "e2"],
          ["output", "e2"],
          ["argument", "e3"],
          ["summary", "e4"],
        ] as const) {
          for (const [at, separator] of SEPARATORS.entries()) {
            const name = `${place} ${JSON.stringify(separator)}`;
            expect(await found(`${place}b${at}`), name).toEqual([`s1/${entryId}`]);
          }
          expect(await found(`${place}a1 ${place}b2`)).toEqual([`s1/${entryId}`]);
          expect(await found(`${place}a1 absent`)).toEqual([]);
        }
      },
    );
  });

  test("words of two fragments of one event do not add up, and each fragment that matches is counted", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          toolResult("c1", "bash", [
            { type: "text", text: "first\tcolumn" },
            { type: "text", text: "second\tcolumn" },
          ]),
          bash("first", "second"),
        ]),
      },
      async ({ found, search }) => {
        expect(await found("first second")).toEqual([]);
        expect(await search("column")).toMatchObject({
          hits: [{ entryId: "e1", matchingFragmentId: "0:tool.result", matchingFragmentCount: 2 }],
          totals: { events: 1, fragments: 2 },
        });
      },
    ));
});
