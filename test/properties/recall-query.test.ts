import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { RecallError } from "../../src/domain/model/errors.ts";
import { parseRecallQuery } from "../../src/domain/query/parse-recall-query.ts";
import { satisfies } from "../../src/domain/query/satisfies.ts";
import { substringSpans } from "../../src/domain/text/substring-spans.ts";
import { trigrams } from "../../src/domain/text/trigrams.ts";
import { holdsNaively, plainCharacters, termsOf, wantsNothing } from "../oracle/naive-recall.ts";
import { anyText } from "./any-text.ts";
import { askedQuery, recalledText, writeQuery } from "./generators/recall-queries.ts";

/** A query in writing, as meant and as typed, where it wants something and is not too long. */
const written = fc
  .tuple(askedQuery, fc.infiniteStream(fc.boolean()))
  .map(([asked, flips]) => ({ asked, query: writeQuery(asked, { flip: () => flips.next().value as boolean }) }))
  .filter(({ query }) => Array.from(query).length <= 1_000);
/** Whatever could trip a parser. */
const scribble = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'()"“”*, \t', " AND ", " OR ", " NOT ", "NEAR(", "NEAR", "NEAR/3", ", 3)", "a", "abc", "𝒳"),
      anyText,
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

describe("the query language of session_search", () => {
  const verdicts = { held: 0, asked: 0 };

  test.prop([written, fc.array(recalledText, { minLength: 1, maxLength: 8 })], { numRuns: 1_000 })(
    "finds exactly the texts that are meant",
    ({ asked, query }, texts) => {
      if (wantsNothing(asked)) {
        expect(() => parseRecallQuery(query)).toThrow(/`NOT`: NOT has nothing to exclude from/);
        return;
      }
      const { tree } = parseRecallQuery(query);
      for (const text of texts) {
        const isMeant = holdsNaively(asked, text);
        expect(satisfies(tree, trigrams(text)), `${query} in ${JSON.stringify(text)}`).toBe(isMeant);
        verdicts.asked++;
        if (isMeant) verdicts.held++;
      }
    },
  );

  it("was tried on texts of which some are meant and some are not", () => {
    expect(verdicts.held).toBeGreaterThan(verdicts.asked / 20);
    expect(verdicts.held).toBeLessThan(verdicts.asked / 2);
  });

  test.prop([written, fc.array(recalledText, { minLength: 1, maxLength: 8 })])(
    "names wanted terms, each once, of which every text that is meant shows one",
    ({ asked, query }, texts) => {
      if (wantsNothing(asked)) return;
      const spell = (name: string) => plainCharacters(name).join("");
      const names = parseRecallQuery(query).terms.map((term) => term.text);
      expect(new Set(names.map(spell)).size).toBe(names.length);
      const wanted = termsOf(asked, true).map(spell);
      for (const name of names) expect(wanted).toContain(spell(name));
      for (const text of texts) {
        if (holdsNaively(asked, text)) expect(substringSpans(text, names)).not.toEqual([]);
      }
    },
  );

  test.prop([fc.oneof(scribble, anyText)], { numRuns: 3_000 })(
    "answers anything at all with a tree or with the place of the fault",
    (query) => {
      try {
        const { tree, terms } = parseRecallQuery(query);
        expect(satisfies(tree, [])).toBe(false);
        expect(terms.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(RecallError);
        expect((error as RecallError).code).toBe("InvalidQuery");
        const { message } = error as RecallError;
        expect(message).toMatch(
          /^(?:At character \d+ of the query, `[^]*`: [^]+\.|The query is empty: [^]+\.|The query is longer than 1000 [^]+)$/,
        );
        const place = Number(/^At character (\d+)/.exec(message)?.[1] ?? 1);
        expect(place).toBeGreaterThan(0);
        expect(place).toBeLessThanOrEqual(Math.max(1, Array.from(query).length));
      }
    },
  );

  it.each([
    ["("],
    [")"],
    ["()"],
    ["( "],
    ["NOT "],
    ["a OR "],
    ["a AND NOT ("],
    ["NEAR("],
    ['"'],
    ["* "],
    ["a"],
    ["a "],
    ["NEAR "],
    [","],
    ["\ufdfa"],
    [" "],
  ])("goes through a thousand characters of %j", (piece) => {
    const query = piece.repeat(1_000).slice(0, 1_000);
    try {
      parseRecallQuery(query);
    } catch (error) {
      expect((error as RecallError).code).toBe("InvalidQuery");
    }
  });
});
