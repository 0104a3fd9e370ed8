import { test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { readHitRefs } from "../../../../src/adapters/pi/texts/read-hit-refs.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { anySearchAnswer } from "./any-answer.ts";

describe("readHitRefs", () => {
  test.prop([anySearchAnswer])("reads back every hit that is shown with its ids, and nothing else", (answer) => {
    const text = writeSearchAnswer(answer, "retry 数");
    const refs = readHitRefs(text);
    const shown = text.split("\n").filter((line) => /^\d+\. session /.test(line));
    expect(refs.length).toBeLessThanOrEqual(shown.length);
    for (const [at, hit] of answer.hits.slice(0, shown.length).entries()) {
      const isWhole = !shown[at]?.includes(" bytes, not shown)");
      if (isWhole) expect(refs[at]).toEqual({ sessionId: hit.sessionId, entryId: hit.entryId });
    }
  });

  it.each([
    "",
    "No event matches.",
    "1. session a entry",
    '1. session "a entry b fragment ',
    "   | 1. session a entry b fragment 0:x",
  ])("finds none in %j", (text) => expect(readHitRefs(text)).toEqual([]));
});
