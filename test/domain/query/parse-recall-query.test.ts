import { describe, expect, it } from "vitest";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { parseRecallQuery } from "../../../src/domain/query/parse-recall-query.ts";
import { trigramLeaf } from "../../../src/domain/text/trigrams.ts";
import type { QueryLeaf, QueryTree } from "../../../src/ports/query-tree.ts";

function failure(query: string): string {
  try {
    parseRecallQuery(query);
  } catch (error) {
    expect(error).toBeInstanceOf(RecallError);
    expect((error as RecallError).code).toBe("InvalidQuery");
    return (error as RecallError).message;
  }
  throw new Error(`No failure for ${query}`);
}

const leaf = (text: string): QueryLeaf => trigramLeaf(text) as QueryLeaf;
const and = (...of: QueryTree[]): QueryTree => ({ type: "and", of });
const or = (...of: QueryTree[]): QueryTree => ({ type: "or", of });
const not = (of: QueryTree, except: QueryTree): QueryTree => ({ type: "not", of, except });
const near = (distance: number, ...texts: string[]): QueryTree => ({
  type: "near",
  phrases: texts.map(leaf),
  distance,
});
const [one, two, three] = [leaf("one"), leaf("two"), leaf("three")];

describe("the query language of session_search", () => {
  it.each<[string, QueryTree]>([
    ["one", one],
    [" \u3000one\n", one],
    ["one two", and(one, two)],
    ["one AND two", and(one, two)],
    ["one OR two", or(one, two)],
    ["one OR two three", or(one, and(two, three))],
    ["one two OR three", or(and(one, two), three)],
    ["(one OR two) three", and(or(one, two), three)],
    ["(one) (two (three))", and(one, two, three)],
    ["(one OR two)(three)", and(or(one, two), three)],
    ["one NOT two", not(one, two)],
    ["one AND NOT two", not(one, two)],
    ["NOT two one", not(one, two)],
    ["one NOT two three", not(and(one, three), two)],
    ["one NOT two NOT three", not(one, or(two, three))],
    ["one NOT (two three)", not(one, and(two, three))],
    ["one NOT(two OR three)", not(one, or(two, three))],
    ["one OR two NOT three", or(one, not(two, three))],
    ["one (NOT two)", not(one, two)],
    ["one (two OR NOT three)", not(one, not(three, two))],
    ["one NOT NOT two", and(one, two)],
    ['"one two"', leaf("one two")],
    ["“one two” three", and(leaf("one two"), three)],
    ['one"two three"', and(one, leaf("two three"))],
    ["one and two or not", and(one, leaf("and"), two, leaf("or"), leaf("not"))],
    ['"OR" "NOT" "NEAR"', and(leaf("or"), leaf("not"), leaf("near"))],
    ["near (one)", and(leaf("near"), one)],
    ["migrat*", leaf("migrat")],
    ['"one two"*', leaf("one two")],
    ["Go", leaf("go")],
    ["数据", { type: "prefix", tokens: ["数据"] }],
    ["C++ --flag a:b ^x {y} it's", and(...["c++", "--flag", "a:b", "^x", "{y}", "it's"].map(leaf))],
    ["one, two", and(leaf("one,"), two)],
    ["one , two", and(one, leaf(","), two)],
    ['"f(x) * 2"', leaf("f(x) * 2")],
    ["NEAR(one two)", near(12, "one", "two")],
    ["NEAR (one two, 3)", near(5, "one", "two")],
    ["NEAR(one two,0)", near(2, "one", "two")],
    ['NEAR("one, two" thr* three, 10000)', near(10_002, "one, two", "thr", "three")],
    ["one NOT NEAR(two three)", not(one, near(12, "two", "three"))],
  ])("reads %j", (query, tree) => {
    expect(parseRecallQuery(query).tree).toEqual(tree);
  });

  it("takes a term named twice once, however it is spelled", () => {
    expect(parseRecallQuery('One (one "ONE") two').tree).toEqual(and(one, two));
    expect(parseRecallQuery("one OR one").terms).toEqual([{ text: "one", leaf: one }]);
  });

  it("names the terms that may stand in what is found", () => {
    const terms = (query: string) => parseRecallQuery(query).terms.map((term) => term.text);
    expect(terms('"Two one" (one OR NEAR(three two)) NOT none ONE thr*')).toEqual([
      "Two one",
      "one",
      "three",
      "two",
      "thr",
    ]);
  });

  it.each<[string, string]>([
    ["NOT one", "1 of the query, `NOT`: NOT has nothing to exclude from"],
    ["one OR NOT two", "8 of the query, `NOT`: NOT has nothing to exclude from"],
    ["NOT (one NOT two)", "1 of the query, `NOT`: NOT has nothing to exclude from"],
    ["one OR", "5 of the query, `OR`: a term is missing behind it"],
    ["(one AND) two", "6 of the query, `AND`: a term is missing behind it"],
    ["one AND OR two", "5 of the query, `AND`: a term is missing behind it"],
    ["one NOT", "5 of the query, `NOT`: a term is missing behind it"],
    ["OR one", "1 of the query, `OR`: a term is missing before it"],
    ["one (AND two)", "6 of the query, `AND`: a term is missing before it"],
    ["😀 数 (one", "5 of the query, `(`: this parenthesis is not closed"],
    ["one (", "5 of the query, `(`: this parenthesis is not closed"],
    ["one) two", "4 of the query, `)`: this parenthesis closes none that is open"],
    [") one", "1 of the query, `)`: this parenthesis closes none that is open"],
    ["one ( )", "5 of the query, `( )`: there is nothing in these parentheses"],
    ["parse(query)", "1 of the query, `parse(`: a parenthesis touches a term"],
    ["(one)two", "5 of the query, `)two`: a parenthesis touches a term"],
    ['one "two three', '5 of the query, `"two three`: the quotation mark is not closed'],
    ['one ""', '5 of the query, `""`: there is nothing to search for'],
    ['one " \n"', '5 of the query, `" "`: there is nothing to search for'],
    ["one ab*", "5 of the query, `ab*`: a stem before a star needs three characters or more"],
    ['"ab"*', '1 of the query, `"ab"*`: a stem before a star needs three characters or more'],
    ["*.ts", "1 of the query, `*.ts`: a star stands only at the end of a stem"],
    ["one f*o", "5 of the query, `f*o`: a star stands only at the end of a stem"],
    ["one * two", "5 of the query, `*`: a star stands only at the end of a stem"],
    ["one** two", "1 of the query, `one**`: a star stands only at the end of a stem"],
    ["one NEAR two", "5 of the query, `NEAR`: NEAR takes its terms in parentheses"],
    ["one NEAR/5 two", "5 of the query, `NEAR/5`: NEAR takes its terms in parentheses"],
    ["NEAR(one)", "1 of the query, `NEAR(one)`: NEAR needs two terms or more"],
    ["NEAR()", "1 of the query, `NEAR()`: NEAR needs two terms or more"],
    ["NEAR(one to)", "10 of the query, `to`: a term of NEAR needs three characters or more"],
    ["NEAR(one two ONE)", "14 of the query, `ONE`: this term stands twice in one NEAR"],
    ["NEAR(one two", "1 of the query, `NEAR(`: the parenthesis of this NEAR is not closed"],
    ["NEAR(one two, 5", "1 of the query, `NEAR(`: the parenthesis of this NEAR is not closed"],
    ["NEAR(one OR two)", "10 of the query, `OR`: NEAR takes only terms and quoted phrases"],
    ["NEAR(one (two three))", "10 of the query, `(`: NEAR takes only terms and quoted phrases"],
    ["NEAR(one two, five)", "13 of the query, `, five)`: behind the comma of NEAR stands its distance"],
    ["NEAR(one two, -1)", "13 of the query, `, -1)`: behind the comma of NEAR stands its distance"],
    ["NEAR(one two, 10001)", "13 of the query, `, 10001)`: behind the comma of NEAR stands its distance"],
    ['NEAR(one two, "5")', '13 of the query, `, "5")`: behind the comma of NEAR stands its distance'],
    ["NEAR(one two, 5 6)", "13 of the query, `, 5 6`: behind the comma of NEAR stands its distance"],
    ["NEAR(one,two)", "9 of the query, `,two)`: behind the comma of NEAR stands its distance"],
  ])("refuses %j and says where", (query, where) => {
    expect(failure(query)).toContain(`At character ${where}`);
  });

  it("says what to do, in whole sentences that name no engine", () => {
    expect(failure("one NEAR two")).toBe(
      "At character 5 of the query, `NEAR`: NEAR takes its terms in parentheses, as in `NEAR(retry budget, 10)`. " +
        "To search for the word, put it in quotation marks.",
    );
    expect(failure(`"${"ab\n".repeat(30)}`)).toContain(`\`"${"ab ".repeat(12)}ab…\``);
  });

  it.each(["", " ", "\u3000\n"])("refuses %j, which is empty", (query) => {
    expect(failure(query)).toBe("The query is empty: use at least one word.");
  });

  it("bounds length, terms and term", () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
    expect(parseRecallQuery(words(32)).terms).toHaveLength(32);
    expect(failure(words(33))).toContain("`w32`: the query has more than 32 terms");
    expect(failure(`NEAR(${words(33).replaceAll("w", "word")})`)).toContain(
      "`word32`: the query has more than 32 terms",
    );
    expect(parseRecallQuery(`${" 😀".repeat(10)}${" ".repeat(980)}`).terms).toHaveLength(1);
    expect(failure(`one ${" ".repeat(1_000)}`)).toBe("The query is longer than 1000 characters: shorten it.");
    expect(parseRecallQuery("a".repeat(258)).terms).toHaveLength(1);
    expect(failure(`"${"ab ".repeat(87)}"`)).toContain("this term is longer than 258 characters");
    expect(failure("\ufdfa".repeat(20))).toContain("this term is longer than 258 characters");
  });

  it("goes into five hundred parentheses", () => {
    expect(parseRecallQuery(`${"(".repeat(498)}one${")".repeat(498)}`).tree).toEqual(one);
    expect(failure("(".repeat(1_000))).toContain("character 1000 of the query, `(`: this parenthesis is not closed");
  });

  it("refuses what is no text", () => {
    expect(failure(5 as unknown as string)).toBe("The query must be a text.");
  });
});
