import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { FRAMING } from "../../../../src/adapters/pi/texts/write-facts.ts";
import { readQuotedLine } from "../../../../src/adapters/pi/texts/quote-lines.ts";
import { writeReadAnswer } from "../../../../src/adapters/pi/texts/write-read-answer.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { writeTraceAnswer } from "../../../../src/adapters/pi/texts/write-trace-answer.ts";
import { anyRead, anySearchAnswer, anyTrace, anyWindowRead } from "./any-answer.ts";

const texts: fc.Arbitrary<string> = fc.oneof(
  anySearchAnswer.map((answer) => writeSearchAnswer(answer, "retry 数")),
  anyRead.map((read) => writeReadAnswer(read, { isWindow: false })),
  anyWindowRead.map((read) => writeReadAnswer(read, { isWindow: true })),
  anyTrace.map(writeTraceAnswer),
);

/** Every line that an answer writes itself, whatever stands in it. */
const OWN_LINES = [
  /^$/,
  /^(\d+ events? found in \d+ fragments?;|No event matches\.|No matching event could be confirmed\.) .*/,
  /^(Ignored, nothing in it can be searched|Events with each term alone|Events without one filter): /,
  /^Your session was left out and has \d+ match(es)?: sessionId: "current"\.$/,
  /^\d+ hits? left out, the result is full: narrow the search\.$/,
  /^\d+\. session (\S+|".*"|\(id of \d+ bytes, not shown\)) entry .* fragment \d+:[a-z.]+ offset \d+$/,
  /^ {3}(\d{4}-[^ ]+|no time|".*"), (selected|alternate|unknown)\//,
  /^session .* entry /,
  /^session( ".*")? in ".*"$/,
  /^\S+.*, (selected|alternate|unknown)\/\S+(, label ".*")?$/,
  /^(before|after) \d+: entry .*/,
  /^event (\S+|".*"|\(id of \d+ bytes, not shown\))$/,
  /^fragment \d+:[a-z.]+(, tool .*)?(, error)?, \d+ chars$/,
  /^\[(\d+-\d+|left out \d+-\d+: fragmentId "\d+:[a-z.]+" offset \d+)\]$/,
  /^\[\d+ of \d+ fragments? shown: name another one by fragmentId\]$/,
  /^\[never returned: .*\]$/,
  /^\[\d+ (forks|events? (before|after)) left out, the result is full.*\]$/,
  /^\(no text fragments\)$/,
  /^fork (in-session|session-fork) after entry /,
  /^Index (catching-up|partial|error): /,
  /^target: session /,
  /^(parent:( none)?|(children|siblings|related): (none|\d+( of \d+)?))$/,
  /^ +- [a-z-]+ \((recorded|inferred)(, toward the leaf)?(, file ".*")?\): entry /,
  /^ +\[\d+ more beyond: trace this entry\]$/,
  /^Not all relations are shown: trace a shown entry to go on\.$/,
];

describe("the text of an answer", () => {
  test.prop([texts])("stays below 50 KB and 2,000 lines, whatever the sessions hold", (text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(text.split("\n").length).toBeLessThanOrEqual(2_000);
  });

  test.prop([texts])("has no line that retrieved text could have made up", (text) => {
    for (const line of text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)) {
      if (line === FRAMING || readQuotedLine(line) !== undefined) continue;
      expect(
        OWN_LINES.some((own) => own.test(line)),
        line.slice(0, 200),
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
