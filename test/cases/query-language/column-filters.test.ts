import { describe, expect, test } from "vitest";
import { toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("a colon filters no column (%s)", (engine) => {
  test("B31: every sign is text: the answer is that of the same words without it", () =>
    openCase(engine, "ticket-notes", async ({ found, search }) => {
      expect(await found("codec::wrap")).toEqual(["bq/a1"]);
      expect(await found("text:alpha")).toEqual(["bq/a1"]);
      expect(await found("kind:message")).toEqual([]);
      expect(await found("{c}:foo")).toEqual([]);
      expect(await found("^alpha")).toEqual(["bq/a3", "bq/a1"]);
      for (const [signs, words] of [
        ["codec::wrap", '"codec wrap"'],
        ["text:alpha", '"text alpha"'],
        ["kind:message", '"kind message"'],
        ["{c}:foo", '"c foo"'],
        ["^alpha", "alpha"],
        ["{text kind}:alpha", '"text" "kind alpha"'],
        ["-alpha", "alpha"],
        ["+alpha ^beta", "alpha beta"],
      ] as const) {
        const { hits, totals } = await search(signs);
        expect({ hits, totals }, signs).toEqual({
          hits: (await search(words)).hits,
          totals: (await search(words)).totals,
        });
      }
    }));

  /** Names that an index may well use for its tables, columns and hidden columns. */
  const columns = [
    "text",
    "body",
    "content",
    "kind",
    "rowid",
    "rank",
    "event",
    "fragments",
    "fragments_fts",
    "docid",
    "c0",
    "id",
  ];

  test.each(columns)("no column is reached as %s", (column) => {
    const entries = [
      user("alpha alone"),
      toolResult("c1", "read", `the ${column}: alpha, found`),
      user(`${column} without it`),
    ];
    return openCase(engine, { "s1.jsonl": alphaSession(entries) }, async ({ found }) => {
      expect(await found(`${column}:alpha`)).toEqual(["s1/e2"]);
      expect(await found(`${column} : alpha`)).toEqual(["s1/e2"]);
      expect(await found(`- ${column} : alpha`)).toEqual(["s1/e2"]);
      expect(await found(`{${column}} : "alpha"`)).toEqual(["s1/e2"]);
      expect(await found(`"${column}":alone`)).toEqual([]);
    });
  });
});
