import { describe, expect, test } from "vitest";
import { SyncQueue } from "../../../../src/adapters/pi/host/sync-queue.ts";
import { RecallError } from "../../../../src/domain/model/errors.ts";
import type { Caller } from "../../../../src/domain/use-cases/history.ts";
import type { SyncProgress } from "../../../../src/ports/progress.ts";

const callerIn = (cwd: string): Caller => ({ cwd });
const progress: SyncProgress = { files: 2, filesDone: 1, bytes: 10, bytesDone: 5 };

/** A queue whose syncs end when the test says so. */
function heldQueue() {
  const began: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const queue = new SyncQueue((caller, { onProgress }) => {
    began.push(caller.cwd);
    onProgress?.(progress);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  return { queue, began, ends };
}

const settled = async (promise: Promise<void>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

describe("SyncQueue", () => {
  test("runs one sync, lets one wait, and joins all further wishes to that one", async () => {
    const { queue, began, ends } = heldQueue();
    const first = queue.request(callerIn("/a"));
    const others = [queue.request(callerIn("/b")), queue.request(callerIn("/c")), queue.request(callerIn("/d"))];
    expect(began).toEqual(["/a"]);
    ends[0]?.resolve();
    await first;
    expect(await settled(others[0] ?? first)).toBe(false);
    // The latest caller is the one that the waiting sync is for.
    expect(began).toEqual(["/a", "/d"]);
    ends[1]?.resolve();
    await Promise.all(others);
    expect(began).toHaveLength(2);
  });

  test("a wish during the second sync gets a third: a sync that has begun may have passed the file already", async () => {
    const { queue, began, ends } = heldQueue();
    void queue.request(callerIn("/a"));
    const second = queue.request(callerIn("/b"));
    ends[0]?.resolve();
    await settled(second);
    const third = queue.request(callerIn("/c"));
    ends[1]?.resolve();
    await second;
    expect(await settled(third)).toBe(false);
    ends[2]?.resolve();
    await third;
    expect(began).toEqual(["/a", "/b", "/c"]);
  });

  test("a sync that fails is over like any other, and the next one runs", async () => {
    const { queue, began, ends } = heldQueue();
    const first = queue.request(callerIn("/a"));
    ends[0]?.reject(new RecallError("IndexUnavailable", "No."));
    await expect(first).resolves.toBeUndefined();
    const second = queue.request(callerIn("/b"));
    ends[1]?.resolve();
    await second;
    expect(began).toEqual(["/a", "/b"]);
  });

  test("tells followers of progress and of the end, until they leave", async () => {
    const { queue, ends } = heldQueue();
    const heard: (SyncProgress | undefined)[] = [];
    const leave = queue.follow((told) => void heard.push(told));
    const first = queue.request(callerIn("/a"));
    ends[0]?.resolve();
    await first;
    expect(heard).toEqual([progress, undefined]);
    leave();
    void queue.request(callerIn("/a"));
    expect(heard).toHaveLength(2);
  });
});

describe("the discovery index", () => {
  /** A queue that notes what each sync is for. Discovery ends when the test says so. */
  function discoveringQueue() {
    const began: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    const queue = new SyncQueue(({ cwd }, { discovery }) => {
      began.push(discovery === undefined ? cwd : `${cwd} ${discovery}`);
      if (discovery === undefined) return Promise.resolve();
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    });
    return { queue, began, ends };
  }

  test("is left alone unless somebody wants it", async () => {
    const { queue, began } = discoveringQueue();
    await queue.request(callerIn("/a"));
    expect(began).toEqual(["/a"]);
  });

  test("follows every sync while somebody wants it, and no sync waits for it", async () => {
    const { queue, began, ends } = discoveringQueue();
    const leave = queue.includeDiscovery();
    await queue.request(callerIn("/a"));
    expect(began).toEqual(["/a", "/a only"]);
    await queue.request(callerIn("/b"));
    await queue.request(callerIn("/c"));
    expect(began).toEqual(["/a", "/a only", "/b", "/c"]);
    ends[0]?.resolve();
    await new Promise(setImmediate);
    expect(began).toEqual(["/a", "/a only", "/b", "/c", "/c only"]);
    leave();
    leave();
    const stay = queue.includeDiscovery();
    stay();
    await queue.request(callerIn("/d"));
    ends[1]?.resolve();
    await new Promise(setImmediate);
    expect(began.slice(5)).toEqual(["/d"]);
  });

  test("is waited for by those who ask for it, whatever becomes of it", async () => {
    const { queue, began, ends } = discoveringQueue();
    const asked = queue.requestDiscovery(callerIn("/a"));
    expect(await settled(asked)).toBe(false);
    expect(began).toEqual(["/a", "/a only"]);
    ends[0]?.reject(new RecallError("IndexUnavailable", "No."));
    await expect(asked).resolves.toBeUndefined();
  });

  test("is shown as work until both have ended", async () => {
    const ends: PromiseWithResolvers<void>[] = [];
    const queue = new SyncQueue(() => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    });
    const heard: (SyncProgress | undefined)[] = [];
    queue.follow((told) => void heard.push(told));
    queue.includeDiscovery();
    void queue.request(callerIn("/a"));
    ends[0]?.resolve();
    await new Promise(setImmediate);
    void queue.request(callerIn("/b"));
    ends[1]?.resolve();
    await new Promise(setImmediate);
    // The first sync alone, then discovery beside the second one.
    expect(heard).toEqual([undefined]);
    ends[2]?.resolve();
    await new Promise(setImmediate);
    expect(heard).toEqual([undefined, undefined]);
  });
});
