import { describe, expect, test } from "vitest";
import { formatBytes, formatCount } from "../../../../src/domain/text/format-quantity.ts";
import { formatTime } from "../../../../src/adapters/cli/printing/format-time.ts";

test.each([
  ["2026-05-03T10:22:31.123Z", "2026-05-03 10:22 UTC"],
  ["2026-05-03T23:30:00-02:00", "2026-05-04 01:30 UTC"],
  ["", "no time"],
  ["yester\u001bday", "yester\\x1bday"],
])("formatTime(%j)", (timestamp, expected) => {
  expect(formatTime(timestamp)).toBe(expected);
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [99_400, "99.4 KB"],
  [99_600, "100 KB"],
  [999_400, "999 KB"],
  [999_600, "1.0 MB"],
  [5e15, "5000 TB"],
])("formatBytes(%i)", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

describe("formatCount", () => {
  test.each([
    [0, "no events"],
    [1, "1 event"],
    [12_345, "12,345 events"],
  ])("of %i", (count, expected) => {
    expect(formatCount(count, "event")).toBe(expected);
  });
});
