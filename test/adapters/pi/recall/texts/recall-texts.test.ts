import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { writeRecallAnswer } from "../../../../../src/adapters/pi/recall/texts/write-recall-answer.ts";
import { readQuotedLine } from "../../../../../src/adapters/pi/texts/quote-lines.ts";
import { FRAMING } from "../../../../../src/adapters/pi/texts/write-facts.ts";
import { anyRecallAnswer } from "./any-recall-answer.ts";

const texts: fc.Arbitrary<string> = anyRecallAnswer.map(writeRecallAnswer);

const ID = String.raw`(\S+|".*"|\(id of \d+ bytes, not shown\))`;
const TIME = String.raw`(\d{4}-[^ ]+|no time|".*")`;

/** Every line that an answer writes itself, whatever stands in it. */
const OWN_LINES = [
  /^$/,
  /^(No earlier session to show|No session matches)\. .*/,
  /^\d+ of \d+ sessions?, latest activity first\. /,
  /^\d+ sessions? found by \d+ messages?; (best )?\d+ shown/,
  /^(Index (ready|catching-up|partial|error): |No session belongs to this workspace\.)/,
  /^Warning: the last (look|update) /,
  /^\d+ sessions? not searchable as a whole yet/,
  new RegExp(String.raw`^(\d+\. )?session ${ID}( \d+ messages?| message ${ID} (user|assistant), .*| lineage .*)?$`),
  new RegExp(String.raw`^ {0,3}(".*" )?in ".*", started ${TIME}(, last activity ${TIME})?$`),
  new RegExp(String.raw`^ {0,3}path ${ID}$`),
  /^(no message|messages \d+-\d+( and \d+-\d+)?) of \d+ on the branch( with branchTip .*)?$/,
  new RegExp(String.raw`^ {0,3}message ${ID} .*, ${TIME}$`),
  /^call (\S+|".*")$/,
  /^ {0,3}\[(shortened: )?\d+ (characters?|calls?|messages?|forks?|images?) (in all|left out|never returned).*\]$/,
  /^ {3}\[(the file could not be read|middle messages left out|texts cut).*\]$/,
  /^fork (in-session|session-fork) after entry /,
  /^Corpus for pattern mining, scope (repository|all): /,
  /^(Sync complete\.|Sync incomplete, the sample is limited: .*|Texts were cut to hold the budget\.)$/,
  /^Repository inventory: /,
  /^(package scripts|executable scripts|agent instructions|skills) \((git-index|pi-effective-registry)\):( none)?$/,
  /^ {2,4}(\S+: |\S+ in )?".*"(: | of | in )?(".*")?(: ".*")?$/,
  /^ {2}\[\d+ (more lines left out, the result is full|entries omitted by the budget)\]$/,
];

describe("the text of an answer of session_search", () => {
  test.prop([texts])("stays below 50 KB and 2,000 lines, whatever the sessions hold", (text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(text.split("\n").length).toBeLessThanOrEqual(2_000);
  });

  test.prop([texts])("has no line that retrieved text could have made up", (text) => {
    for (const line of text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)) {
      if (line === FRAMING || readQuotedLine(line) !== undefined) continue;
      expect(
        OWN_LINES.some((own) => own.test(line)),
        line.slice(0, 300),
      ).toBe(true);
    }
  });

  test.prop([texts])("says what quoted lines are before the first of them", (text) => {
    const lines = text.split("\n");
    const quoted = lines.findIndex((line) => readQuotedLine(line) !== undefined);
    const framing = lines.indexOf(FRAMING);
    if (quoted >= 0) expect(framing >= 0 && framing < quoted).toBe(true);
  });

  test.prop([texts])("holds no NUL, no lone surrogate and no control outside of quoted lines", (text) => {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain("\0");
    for (const line of text.split("\n")) {
      if (readQuotedLine(line) === undefined)
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
    }
  });
});
