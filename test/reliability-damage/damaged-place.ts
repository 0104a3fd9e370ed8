import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type OpenedHistory, openHistory } from "../../src/container.ts";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";

export const everyone = { cwd: "/", everything: true } as const;

/** Words of drivers and of this machine that no failure may tell. */
export const DRIVER_WORDS =
  /SQLITE|SqliteError|malformed|no such table|SELECT|ENO|EACCES|EROFS|\/tmp\/|database disk image/;

/** A session folder and an agent directory of their own; the index lies where the command line puts it. */
export class DamagedPlace {
  readonly folder: string;
  readonly sessions: string;
  readonly agent: string;

  constructor(folder = mkdtempSync(join(tmpdir(), "recall-damaged-"))) {
    this.folder = folder;
    this.sessions = join(folder, "sessions");
    this.agent = join(folder, "agent");
    mkdirSync(this.sessions, { recursive: true });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  }

  get env(): Record<string, string> {
    return { PI_CODING_AGENT_DIR: this.agent, PI_CODING_AGENT_SESSION_DIR: this.sessions };
  }

  /** Every index file, without its companions. */
  get indexes(): string[] {
    return globSync("pi-event-recall/*.sqlite", { cwd: this.agent }).map((name) => join(this.agent, name));
  }

  get index(): string {
    const [index] = this.indexes;
    if (index === undefined) throw new Error("There is no index.");
    return index;
  }

  async open(): Promise<OpenedHistory> {
    const opened = await openHistory({ env: this.env, cwd: this.folder });
    onTestFinished(() => opened.history.close());
    return opened;
  }

  /** As the command line searches: open, sync, ask, close. */
  async search(query: string, { syncs = true } = {}): Promise<EventSearchAnswer & { notices: readonly string[] }> {
    const { history, notices } = await this.open();
    try {
      if (syncs) await history.sync(everyone);
      return { ...(await history.search({ query }, everyone)), notices };
    } finally {
      await history.close();
    }
  }

  /** Bytes of all session files. */
  sourceHash(): string {
    const hash = createHash("sha256");
    for (const name of globSync("**/*", { cwd: this.sessions, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name))
      .toSorted()) {
      hash.update(name).update(readFileSync(name));
    }
    return hash.digest("hex");
  }
}
