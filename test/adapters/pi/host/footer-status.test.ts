import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showIndexing } from "../../../../src/adapters/pi/host/footer-status.ts";
import { SyncQueue } from "../../../../src/adapters/pi/host/sync-queue.ts";
import type { SyncProgress } from "../../../../src/ports/progress.ts";
import { aContext } from "./a-context.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (percent: number): SyncProgress => ({ files: 2, filesDone: 0, bytes: 100, bytesDone: percent });

/** A sync that reports as the test says. */
function aSync() {
  const { context, footer } = aContext();
  const end = Promise.withResolvers<void>();
  let report: (progress: SyncProgress) => void = () => undefined;
  const syncs = new SyncQueue((_caller, { onProgress }) => {
    report = (progress) => onProgress?.(progress);
    return end.promise;
  });
  const hide = showIndexing(context, syncs);
  const ended = syncs.request({ cwd: "/home/ada/shop" });
  return { context, footer, hide, report: (percent: number) => report(at(percent)), end: () => (end.resolve(), ended) };
}

describe("showIndexing", () => {
  test("shows a long sync, each text once, and clears the footer when it has ended", async () => {
    const { footer, report, end } = aSync();
    report(1);
    await vi.advanceTimersByTimeAsync(400);
    report(50);
    report(50);
    report(90);
    await end();
    expect(footer).toEqual([expect.stringContaining("50"), expect.stringContaining("90"), undefined]);
  });

  test("stays quiet about a short one", async () => {
    const { footer, report, end } = aSync();
    report(1);
    await vi.advanceTimersByTimeAsync(200);
    report(99);
    await end();
    expect(footer).toEqual([]);
  });

  test("clears the footer when the session ends, and says no more", async () => {
    const { footer, report, hide, end } = aSync();
    report(1);
    await vi.advanceTimersByTimeAsync(400);
    report(50);
    hide();
    report(60);
    await end();
    expect(footer).toEqual([expect.stringContaining("50"), undefined]);
  });

  test("survives a session that has been replaced", async () => {
    const { context, report, end } = aSync();
    context.ui.setStatus = () => {
      throw new Error("This extension ctx is stale.");
    };
    report(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(() => report(50)).not.toThrow();
    await end();
  });
});
