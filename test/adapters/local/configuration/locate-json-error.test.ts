import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { locateJsonError } from "../../../../src/adapters/local/configuration/locate-json-error.ts";

describe("where a text stops being JSON", () => {
  it.each([
    ["", 1, 1],
    ["  \n ", 2, 2],
    ["{", 1, 2],
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n  "b": 2}', 2, 3],
    ['{"é😀": tru}', 1, 8],
    ['{"a": [1, 2}', 1, 12],
    ["[1,]", 1, 4],
    ['{"a" 1}', 1, 6],
    ["{a: 1}", 1, 2],
    ["{} {}", 1, 4],
    ['"a\nb"', 1, 1],
    ["01", 1, 2],
    ["\r\n\r\n// settings\r\n{}", 3, 1],
    ["]", 1, 1],
  ])("%j: line %i, column %i", (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(locateJsonError(text)).toEqual({ line, column });
  });

  test.prop([fc.json({ maxDepth: 4 })])("is nowhere in JSON", (json) => {
    expect(locateJsonError(json)).toBeUndefined();
  });

  test.prop([
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ 10-.eEtrufalsn\n') }),
      fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...'{}[]:,"\\ x1\n')).map(([json, at, inserted]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + inserted + json.slice(place);
      }),
    ),
  ])("is somewhere exactly when JSON.parse finds a mistake, and where Node says where, not behind it", (text) => {
    let message: string | undefined;
    try {
      JSON.parse(text);
    } catch (error) {
      message = (error as Error).message;
    }
    const found = locateJsonError(text);
    expect(found === undefined).toBe(message === undefined);
    if (found === undefined) return;
    const lines = text.split("\n");
    const offset = lines.slice(0, found.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + found.column - 1;
    const [, position] = /at position (\d+)/.exec(message ?? "") ?? [];
    if (position !== undefined) expect(offset).toBeLessThanOrEqual(Math.max(Number(position), 0));
    expect(offset).toBeLessThanOrEqual(text.length);
  });
});
