import { describe, expect, test } from "vitest";
import { jsonText } from "../../../src/domain/projection/json-text.ts";

/** Deeper than `JSON.stringify` can go on any ordinary stack. */
const DEPTH = 200_000;

describe("JSON text", () => {
  test.each([null, true, 1.5, -0, "a\n\ud83d", [], {}, [1, [null, "x"]], { a: { b: [1, 2], "": null }, 2: 0 }])(
    "%j as JSON.stringify writes it",
    (value) => {
      expect(jsonText(value)).toBe(JSON.stringify(value));
    },
  );

  test("what JSON cannot express is empty", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect([undefined, circle, () => 1, 1n].map(jsonText)).toEqual(["", "", "", ""]);
  });

  test("nesting of any depth comes back as it was", () => {
    const text = `${"[".repeat(DEPTH)}{"word":"deepest","list":[1,null,{"k":[]}],"":{}}${"]".repeat(DEPTH)}`;
    const written = jsonText(JSON.parse(text));
    expect(written === text).toBe(true);
  });

  test("deep objects with siblings come back as they were", () => {
    const text = `${'{"a":1,"b":'.repeat(DEPTH)}"deepest"${',"c":[true,"\\ud83d"]}'.repeat(DEPTH)}`;
    const written = jsonText(JSON.parse(text));
    expect(written === text).toBe(true);
  });
});
