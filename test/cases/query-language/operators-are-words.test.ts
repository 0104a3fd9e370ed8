import { describe, expect, test } from "vitest";
import { bash, compaction, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("operators are words and signs (%s)", (engine) => {
  test("B32: NOT, OR, NEAR, stars and brackets", () =>
    openCase(engine, "ticket-notes", async ({ found, search }) => {
      expect(await found("NOT")).toEqual(["bq/a2"]);
      expect(await found("alpha OR")).toEqual([]);
      expect(await found("alpha NOT beta")).toEqual([]);
      expect(await found("NEAR(alpha beta)")).toEqual([]);
      expect(await found("alp*")).toEqual([]);
      expect(await found("a*b")).toEqual(["bq/a1"]);
      for (const signs of ["*", "(", ")(", "^ + -", "*()"]) {
        await expect(search(signs), signs).rejects.toMatchObject({
          code: "InvalidQuery",
          message: expect.stringContaining("no searchable terms"),
        });
      }
      expect((await search("* alpha (")).ignoredTerms).toEqual(["*", "("]);
      expect(await found("* alpha (")).toEqual(["bq/a3", "bq/a1"]);
    }));

  // A command and its output are two fragments: a query looks for all its words in one of them.
  const entries = [
    user("gamma delta"),
    bash("grep gamma", "and not the delta or near 5"),
    compaction("gamma AND delta", "e1"),
    user("near gamma delta 3"),
  ];

  test.each([
    ["gamma AND delta", ["e3"]],
    ["gamma OR delta", []],
    ["NOT gamma", []],
    ["not delta", ["e2"]],
    ["gamma NEAR delta", ["e4"]],
    ["NEAR(gamma delta, 3)", ["e4"]],
    ["NEAR/3 gamma", []],
    ["(gamma OR omega) delta", []],
    ["gam* del*", []],
    ["gamma -delta", ["e1", "e3", "e4"]],
    ['"gamma" + "delta"', ["e1", "e3", "e4"]],
    ["gamma;DROP", []],
    ["gamma' OR '1'='1", []],
    ["gamma%", ["e1", "e2", "e3", "e4"]],
    ["/gamma/", ["e1", "e2", "e3", "e4"]],
    ["gamma && delta || !omega", []],
    ["gamma?", ["e1", "e2", "e3", "e4"]],
  ])("%s", (query, entryIds) =>
    openCase(engine, { "s1.jsonl": alphaSession(entries) }, async ({ found }) => {
      expect((await found(query)).toSorted()).toEqual(entryIds.map((entryId) => `s1/${entryId}`));
    }),
  );
});
