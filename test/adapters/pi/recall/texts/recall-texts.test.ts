import type { fc } from "@fast-check/vitest";
import { describe } from "vitest";
import { writeRecallAnswer } from "../../../../../src/adapters/pi/recall/texts/write-recall-answer.ts";
import { anyRecallAnswer } from "./any-recall-answer.ts";
import { testTextLaws } from "../../texts/test-text-laws.ts";

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

describe("the text of an answer of session_search", () => testTextLaws(texts, OWN_LINES));
