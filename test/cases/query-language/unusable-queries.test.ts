import { describe, expect, test } from "vitest";
import { toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");

describe.each(engines)("a query that cannot be used says what to do (%s)", (engine) => {
  test("B33: unclosed quotes and nothing to search for", () =>
    openCase(engine, "ticket-notes", async ({ search, found }) => {
      await expect(search('"unbalanced')).rejects.toMatchObject({
        code: "InvalidQuery",
        message: expect.stringMatching(/quotation mark at character 1 .*close it/),
      });
      await expect(search('a" b')).rejects.toMatchObject({
        code: "InvalidQuery",
        message: expect.stringContaining("at character 2 "),
      });
      for (const query of ['""', '" "', "!!!", "", "  \t\n", "\u00a0", '"" "!"']) {
        await expect(search(query), JSON.stringify(query)).rejects.toMatchObject({
          code: "InvalidQuery",
          message: expect.stringContaining("no searchable terms"),
        });
      }
      expect(await found('"" alpha')).toEqual(["bq/a3", "bq/a1"]);
    }));

  test.each([
    ["“open", 1],
    ["one two “three", 9],
    ["one “two” three”", 16],
    ["😀😀 „low", 4],
    ['say "one" two" three', 14],
    ["\u2028\u201fodd", 2],
  ])("%s: the message names the quotation mark", (query, character) =>
    openCase(engine, { "s1.jsonl": alphaSession([user("open two three low odd")]) }, async ({ search }) => {
      await expect(search(query)).rejects.toMatchObject({
        code: "InvalidQuery",
        message: expect.stringContaining(`at character ${character} is not closed`),
      });
    }),
  );

  test.each(["=>", "😀", "\u200b\u200d", "\u0301", "\u0000", "—…·", "“”", "\ufeff", "_", "\ud83d", "££", "\u0085"])(
    "%j holds nothing to search for",
    (query) =>
      openCase(engine, { "s1.jsonl": alphaSession([user(`text ${query} text`)]) }, async ({ search }) => {
        await expect(search(query)).rejects.toThrow("no searchable terms");
        expect((await search(`text ${query}`)).hits).toHaveLength(1);
      }),
  );

  test("the limits: 1,000 characters, 32 terms, 128 words in a phrase", () => {
    const text = `${words(128)} ${"x".repeat(200)}`;
    return openCase(
      engine,
      { "s1.jsonl": alphaSession([toolResult("c1", "read", text)]) },
      async ({ found, search }) => {
        expect(await found(words(32))).toEqual(["s1/e1"]);
        expect(await found(`${words(32)} w1 w2 w3 w1`)).toEqual(["s1/e1"]);
        expect(await found(`"${words(128)}"`)).toEqual(["s1/e1"]);
        expect(await found(`w1${" ".repeat(996)}w2`)).toEqual(["s1/e1"]);
        expect(await found(`w1${"😀".repeat(998)}`)).toEqual(["s1/e1"]);
        for (const [query, says] of [
          [words(33), "more than 32 terms"],
          [`"${words(129)}"`, "more than 128 words"],
          ["a/".repeat(129), "more than 128 words"],
          [`w1${" ".repeat(998)}w`, "longer than 1000 characters"],
          ["x".repeat(33_000), "longer than 1000 characters"],
        ] as const) {
          await expect(search(query), says).rejects.toMatchObject({
            code: "InvalidQuery",
            message: expect.stringContaining(says),
          });
        }
      },
    );
  });

  test.each([5, null, undefined, {}, ["alpha"]])("a query that is no text: %j", (query) =>
    openCase(engine, { "s1.jsonl": alphaSession([user("alpha")]) }, async ({ search }) => {
      await expect(search(query as string)).rejects.toMatchObject({ code: "InvalidQuery" });
    }),
  );
});
