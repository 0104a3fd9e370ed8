import { type Dirent, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import type { SessionWatcher } from "../../ports/session-watcher.ts";

/** Folders below a root that are watched, as deep as they are searched (design §4). */
const MAX_DEPTH = 8;

/**
 * Watches the folders below the roots. The file system's notifications only wake; a poll finds what they miss: roots that come later, file
 * systems and limits without notifications. `pollMs`: default 30 s. `settleMs`: how long a burst of changes is waited for, default 200 ms.
 */
export function createSessionWatcher({ pollMs = 30_000, settleMs = 200 } = {}): SessionWatcher {
  return {
    async *changes(roots, { signal }) {
      const bell = new Bell(signal);
      const folders = new WatchedFolders(() => bell.ring());
      try {
        while (!signal.aborted) {
          folders.follow(roots);
          yield;
          await bell.wait(pollMs);
          if (!signal.aborted) await bell.pause(settleMs);
        }
      } finally {
        folders.close();
      }
    },
  };
}

/** Remembers that it was rung until somebody waits for it. The signal ends every wait. */
class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#isRung) await this.#sleep(ms, (wake) => (this.#wake = wake));
    this.#wake = undefined;
  }

  /** What rings during the pause belongs to what rang before it. */
  async pause(ms: number): Promise<void> {
    await this.#sleep(ms, () => {});
    this.#isRung = false;
  }

  #sleep(ms: number, begin: (wake: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#signal.addEventListener("abort", end, { once: true });
      begin(end);
      if (this.#signal.aborted) end();
    });
  }
}

class WatchedFolders {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches every folder that is there now, and no other. */
  follow(roots: readonly string[]): void {
    const present = new Set<string>();
    const folders = roots.map((path) => ({ path, depth: 0 }));
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (present.has(folder.path)) continue;
      // Watched first, so that nothing appears unseen between the list and the watch.
      this.#watch(folder.path);
      const items = listFolder(folder.path);
      if (items === undefined) continue;
      present.add(folder.path);
      if (folder.depth >= MAX_DEPTH) continue;
      for (const item of items) {
        if (item.isDirectory() && !item.name.startsWith(".")) {
          folders.push({ path: join(folder.path, item.name), depth: folder.depth + 1 });
        }
      }
    }
    for (const path of this.#watchers.keys()) if (!present.has(path)) this.#drop(path);
  }

  close(): void {
    for (const path of this.#watchers.keys()) this.#drop(path);
  }

  #watch(path: string): void {
    if (this.#watchers.has(path)) return;
    try {
      const watcher = watch(path, (_event, name) => {
        if (name === null || !name.startsWith(".")) this.#onChange();
      });
      watcher.on("error", () => this.#drop(path));
      this.#watchers.set(path, watcher);
    } catch {
      // No such folder, or no notifications here: the poll will see.
    }
  }

  #drop(path: string): void {
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }
}

function listFolder(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
