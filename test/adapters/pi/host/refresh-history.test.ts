import { describe, expect, test } from "vitest";
import { refreshHistory } from "../../../../src/adapters/pi/host/refresh-history.ts";
import { SyncQueue } from "../../../../src/adapters/pi/host/sync-queue.ts";

const caller = { cwd: "/home/ada/shop" };
const never = (): Promise<never> => new Promise(() => undefined);

describe("refreshHistory", () => {
  test("returns once the index is up to date", async () => {
    let isDone = false;
    const syncs = new SyncQueue(async () => {
      await Promise.resolve();
      isDone = true;
    });
    await refreshHistory(syncs, caller, { waitMs: 60_000 });
    expect(isDone).toBe(true);
  });

  test("gives up waiting, and the sync goes on", async () => {
    const end = Promise.withResolvers<void>();
    let isOver = false;
    const syncs = new SyncQueue(() => end.promise.then(() => void (isOver = true)));
    await refreshHistory(syncs, caller, { waitMs: 1 });
    expect(isOver).toBe(false);
    end.resolve();
    await syncs.request(caller);
    expect(isOver).toBe(true);
  });

  test("ends at once when it is cancelled, before and while it waits", async () => {
    const syncs = new SyncQueue(never);
    const aborted = AbortSignal.abort(new Error("Enough."));
    await expect(refreshHistory(syncs, caller, { signal: aborted })).rejects.toMatchObject({ code: "Cancelled" });
    const controller = new AbortController();
    const waiting = refreshHistory(syncs, caller, { signal: controller.signal, waitMs: 60_000 });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "Cancelled" });
  });

  test("leaves a failed sync to the query", async () => {
    const syncs = new SyncQueue(() => Promise.reject(new Error("No disk.")));
    await expect(refreshHistory(syncs, caller, {})).resolves.toBeUndefined();
  });

  test("tells of progress only once somebody could read it", async () => {
    const told: number[] = [];
    const syncs = new SyncQueue(async (_caller, { onProgress }) => {
      onProgress?.({ files: 9, filesDone: 1, bytes: 9, bytesDone: 1 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      onProgress?.({ files: 9, filesDone: 2, bytes: 9, bytesDone: 2 });
    });
    await refreshHistory(syncs, caller, { onProgress: ({ filesDone }) => void told.push(filesDone), waitMs: 60_000 });
    expect(told).toEqual([2]);
  });
});
