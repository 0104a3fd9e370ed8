import { expect, test } from "vitest";
import { reportProgress } from "../../../../src/adapters/pi/tools/report-progress.ts";

test("progress is told at once, then at most four times a second and only when its line changes", () => {
  let now = 1_000;
  const told: number[] = [];
  const report = reportProgress(
    () => told.push(now),
    () => now,
  );
  const at = (time: number, filesDone: number): void => {
    now = time;
    report({ files: 10, filesDone, bytes: 1_000, bytesDone: 100 * filesDone });
  };
  at(1_000, 0);
  at(1_100, 1);
  at(1_249, 2);
  at(1_250, 3);
  at(1_400, 4);
  at(2_000, 3);
  at(2_001, 4);
  at(2_250, 5);
  expect(told).toEqual([1_000, 1_250, 2_001]);
});
