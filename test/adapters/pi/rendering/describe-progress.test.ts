import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { describeProgress, STATUS_COLUMNS } from "../../../../src/adapters/pi/rendering/describe-progress.ts";

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });

describe("the footer's line", () => {
  it.each([
    [{ files: 340, filesDone: 12, bytes: 1_000, bytesDone: 459 }, "history: indexing 45% (12 of 340 files)"],
    [{ files: 34_000, filesDone: 12_000, bytes: 10, bytesDone: 1 }, "history: indexing 10%"],
    [{ files: 4, filesDone: 1, bytes: 0, bytesDone: 0 }, "history: indexing 25% (1 of 4 files)"],
    [{ files: 0, filesDone: 0, bytes: 0, bytesDone: 0 }, "history: indexing 0%"],
  ])("of %j", (progress, expected) => {
    expect(describeProgress(progress)).toBe(expected);
  });

  test.prop([fc.record({ files: count, filesDone: count, bytes: count, bytesDone: count })])(
    "fits its columns and stays within 100 %",
    (progress) => {
      const line = describeProgress(progress);
      expect(line.length).toBeLessThanOrEqual(STATUS_COLUMNS);
      expect(Number(/(\d+)%/.exec(line)?.[1])).toBeLessThanOrEqual(100);
    },
  );
});
