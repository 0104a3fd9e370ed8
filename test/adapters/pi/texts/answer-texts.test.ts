import { fc } from "@fast-check/vitest";
import { describe } from "vitest";
import { writeReadAnswer } from "../../../../src/adapters/pi/texts/write-read-answer.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { writeTraceAnswer } from "../../../../src/adapters/pi/texts/write-trace-answer.ts";
import { anyRead, anySearchAnswer, anyTrace, anyWindowRead } from "./any-answer.ts";
import { testTextLaws } from "./test-text-laws.ts";

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

describe("the text of an answer", () => testTextLaws(texts, OWN_LINES));
