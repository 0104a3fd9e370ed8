import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/adapters/local/system-clock.ts";

describe("the clock", () => {
  test("tells the system's time", () => {
    const before = Date.now();
    const now = systemClock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
