import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { restoreSource, storeSource } from "../../../../src/adapters/sqlite/stored-source.ts";
import { openHistory } from "../../../../src/container.ts";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import type { SessionRecord, SourceRecord } from "../../../../src/ports/source-record.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures/sessions", import.meta.url));

export const everyone = { cwd: "/home/ada/payments", everything: true } as const;

/** Copies of the sample sessions and an index file of their own, in a folder that goes when the test ends. */
export interface DamagedWorld {
  readonly folder: string;
  readonly sessions: string;
  readonly index: string;
  /** Opens the history; it is closed when the test ends. */
  readonly open: (options?: { engine?: "fts5" | "memory" }) => Promise<History>;
  /** Changes the tables behind the back of every history, with SQLite's own checks off. */
  readonly change: (...statements: string[]) => void;
  /** Rewrites the row of every file with a session as the program itself would write it, digest and all. */
  readonly changeSources: (change: (source: SourceRecord, session: SessionRecord) => SourceRecord) => void;
}

export function createDamagedWorld({ withFixtures = true } = {}): DamagedWorld {
  const folder = mkdtempSync(join(tmpdir(), "recall-damage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sessions = join(folder, "sessions");
  const index = join(folder, "index", "event-index-test.sqlite");
  if (withFixtures) cpSync(fixtures, sessions, { recursive: true });
  else mkdirSync(sessions);
  return {
    folder,
    sessions,
    index,
    open: async ({ engine = "fts5" } = {}) => {
      const env = { PI_CODING_AGENT_DIR: join(folder, "agent") };
      const { history } = await openHistory({ sessions: [sessions], engine, env, ...(engine === "fts5" && { index }) });
      onTestFinished(() => history.close());
      return history;
    },
    change(...statements) {
      const database = new Database(index).unsafeMode();
      try {
        for (const statement of statements) database.exec(statement);
      } finally {
        database.close();
      }
    },
    changeSources(change) {
      const database = new Database(index);
      const update = database.prepare("UPDATE source SET record = ? WHERE key = ?");
      for (const row of database.prepare("SELECT key, record FROM source WHERE standing = 0").all()) {
        const { key, record } = row as { key: number; record: string };
        const source = restoreSource(record);
        if (source.session) update.run(storeSource(change(source, source.session)), key);
      }
      database.close();
    },
  };
}
