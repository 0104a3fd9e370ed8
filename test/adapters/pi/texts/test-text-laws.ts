import { type fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { readQuotedLine } from "../../../../src/adapters/pi/texts/quote-lines.ts";
import { FRAMING } from "../../../../src/adapters/pi/texts/write-facts.ts";

/** What holds for every text for the model. `ownLines`: every line that an answer writes itself, whatever stands in it. */
export function testTextLaws(texts: fc.Arbitrary<string>, ownLines: readonly RegExp[]): void {
  test.prop([texts])("stays below 50 KB and 2,000 lines, whatever the sessions hold", (text) => {
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(text.split("\n").length).toBeLessThanOrEqual(2_000);
  });

  test.prop([texts])("has no line that retrieved text could have made up", (text) => {
    for (const line of text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)) {
      if (line === FRAMING || readQuotedLine(line) !== undefined) continue;
      expect(
        ownLines.some((own) => own.test(line)),
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
}
