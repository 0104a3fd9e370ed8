import { afterEach, describe, expect, test } from "vitest";
import { parseTimestamp } from "../../../src/domain/projection/parse-timestamp.ts";

const timeZone = process.env["TZ"];

afterEach(() => {
  if (timeZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = timeZone;
});

describe("timestamp", () => {
  test.each([
    ["2026-01-05T09:00:00.000Z", "2026-01-05T09:00:00.000Z"],
    ["2026-01-05T09:00:00Z", "2026-01-05T09:00:00.000Z"],
    ["2026-01-05T09:00:00.1234567Z", "2026-01-05T09:00:00.123Z"],
    ["2026-01-05T09:00:00,5Z", "2026-01-05T09:00:00.500Z"],
    ["2026-01-05T09:00:00+02:00", "2026-01-05T07:00:00.000Z"],
    ["2026-01-05T09:00:00-0530", "2026-01-05T14:30:00.000Z"],
    ["2026-01-05T09:00z", "2026-01-05T09:00:00.000Z"],
    ["2026-01-05", "2026-01-05T00:00:00.000Z"],
  ])("%s", (text, expected) => {
    expect(parseTimestamp(text)).toBe(Date.parse(expected));
  });

  test.each(["UTC", "Asia/Tokyo", "America/St_Johns"])("without an offset is UTC, also in %s", (zone) => {
    process.env["TZ"] = zone;
    expect(parseTimestamp("2026-01-05T09:00:00.000")).toBe(Date.parse("2026-01-05T09:00:00.000Z"));
    expect(parseTimestamp("2026-01-05 09:00:00")).toBe(Date.parse("2026-01-05T09:00:00.000Z"));
  });

  test.each([
    "",
    "not-a-date",
    "5",
    "1767603600000",
    "Jan 5, 2026",
    "2026",
    "2026-13-01T00:00:00Z",
    "2026-01-05T25:00:00Z",
    "2026-01-05T09:00:00Z and more",
    " 2026-01-05",
  ])("%j is none", (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});
