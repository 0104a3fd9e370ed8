import { expect, test } from "vitest";
import { restoreSource, storeSource } from "../../../src/adapters/sqlite/stored-source.ts";
import { sampleSource } from "../../../src/contract/sample-records.ts";

test("a file's row comes back as it was written, and not at all where a character has changed", () => {
  const stored = storeSource(sampleSource("a.jsonl"));
  expect(restoreSource(stored)).toEqual(sampleSource("a.jsonl"));
  for (const at of [0, 20, stored.length - 20]) {
    const damaged = `${stored.slice(0, at)}${stored[at] === "x" ? "y" : "x"}${stored.slice(at + 1)}`;
    expect(() => restoreSource(damaged)).toThrow("The index is damaged");
  }
});
