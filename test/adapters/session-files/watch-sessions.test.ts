import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSessionWatcher } from "../../../src/adapters/session-files/watch-sessions.ts";

const NEVER = 3_600_000;

function watching(settings: { pollMs: number; settleMs?: number }) {
  const folder = mkdtempSync(join(tmpdir(), "watch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "sessions");
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const changes = createSessionWatcher({ settleMs: 5, ...settings }).changes([root], { signal: stop.signal });
  return { root, stop, hints: changes[Symbol.asyncIterator]() };
}

describe("the watcher of session folders", () => {
  it("hints at once, then when a file below a root grows, in folders that came later too", async () => {
    const { root, hints } = watching({ pollMs: NEVER });
    mkdirSync(join(root, "deep", "er"), { recursive: true });
    writeFileSync(join(root, "deep", "er", "a.jsonl"), "1\n");
    expect(await hints.next()).toMatchObject({ done: false });
    const grown = hints.next();
    appendFileSync(join(root, "deep", "er", "a.jsonl"), "2\n");
    expect(await grown).toMatchObject({ done: false });
    const folderCame = hints.next();
    mkdirSync(join(root, "new"));
    await folderCame;
    const fileCame = hints.next();
    writeFileSync(join(root, "new", "b.jsonl"), "1\n");
    expect(await fileCame).toMatchObject({ done: false });
  });

  it("remembers what changes while nobody waits, as one hint", async () => {
    const { root, hints, stop } = watching({ pollMs: NEVER });
    mkdirSync(root);
    await hints.next();
    for (let at = 0; at < 20; at++) writeFileSync(join(root, `${at}.jsonl`), "1\n");
    await setTimeout(50);
    expect(await hints.next()).toMatchObject({ done: false });
    const next = hints.next();
    stop.abort();
    await next;
    expect(await hints.next()).toMatchObject({ done: true });
  });

  it("polls where nothing notifies, a root that is missing for one", async () => {
    const { hints } = watching({ pollMs: 5 });
    for (let at = 0; at < 3; at++) expect(await hints.next()).toMatchObject({ done: false });
  });

  it("ends with the signal, whatever it waits for", async () => {
    const { root, hints, stop } = watching({ pollMs: NEVER, settleMs: NEVER });
    mkdirSync(root);
    await hints.next();
    const next = hints.next();
    writeFileSync(join(root, "a.jsonl"), "1\n");
    await setTimeout(20);
    stop.abort();
    expect((await next).done).toBe(true);
  });
});
