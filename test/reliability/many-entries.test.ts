import { appendFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqliteIndex } from "../../src/adapters/sqlite/open-sqlite-index.ts";
import { openHistory } from "../../src/container.ts";
import {
  assistant,
  bash,
  customEntry,
  customMessage,
  type SessionEntry,
  sessionFile,
  sessionName,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { countStatements, type StatementCount } from "./counted-statements.ts";
import { CALLER } from "./index-content.ts";
import { openOnSource } from "./open-on-source.ts";
import { type BytesRead, countBytes } from "./sources/counting-source.ts";

const LONG = process.env["LONG"] !== undefined;
const MANY = LONG ? 250_000 : 20_000;
/** Each twice as many as the one before: where the cost is linear, so is what each adds to it. */
const SIZES = [MANY / 4, MANY / 2, MANY];
const MOST_PER_APPEND = 64 * 1024;
/** A row, a look whether it is there already, and a share of what is done once for a batch. */
const STATEMENTS_PER_ENTRY = 2.5;
/** How files are rebuilt: in memory, and beside their rows. */
const STAGED = [256 * 1024, 1024 * 1024 * 1024];

/** Entries of extensions that keep their state in the session, as a few of them do after every turn, with a message now and then. */
function manyEntries(count: number): SessionEntry[] {
  return Array.from({ length: count }, (_, at) =>
    at % 1_000 === 500 ? user(`rareword mark${at}`) : customEntry("state", { turn: at, word: "hiddenword" }),
  );
}

describe.each(STAGED)(`a session of ${MANY} custom entries, large from %d bytes on`, (stagedBytes) => {
  it("takes as much work for each entry as smaller ones", { timeout: 600_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const statements: number[] = [];
      const cpuPerEntry: number[] = [];
      for (const entries of SIZES) {
        const sessions = join(folder, String(entries));
        mkdirSync(sessions);
        sessionFile(sessions, { id: "s", entries: manyEntries(entries) });
        const count: StatementCount = { statements: 0 };
        const Database = countStatements(count);
        const file = join(folder, `${entries}.sqlite`);
        const { history } = await openHistory({
          sessions: [sessions],
          engine: ({ version }) => openSqliteIndex({ Database, file, version }),
          stagedBytes,
          log: false,
        });
        count.statements = 0;
        const before = process.cpuUsage();
        const coverage = await history.sync(CALLER);
        const { user: userTime, system } = process.cpuUsage(before);
        expect(coverage).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 }, skipped: [] });
        statements.push(count.statements);
        cpuPerEntry.push((userTime + system) / entries);
        expect((await history.search({ query: "rareword" }, CALLER)).totals.events).toBe(Math.floor(entries / 1_000));
        expect((await history.search({ query: "hiddenword" }, CALLER)).totals.events).toBe(0);
        await history.close();
      }
      const [quarter = 0, half = 0, all = 0] = statements;
      expect(all - half).toBeLessThan(2 * 1.05 * (half - quarter));
      expect(all).toBeLessThan(MANY * STATEMENTS_PER_ENTRY);
      if (!LONG) return;
      console.log(`custom entries: ${JSON.stringify({ sizes: SIZES, statements, microsecondsPerEntry: cpuPerEntry })}`);
      expect(cpuPerEntry[2]).toBeLessThan((cpuPerEntry[0] ?? 0) * 3);
    }),
  );

  it("reads 64 KiB at most for an entry that is appended to it", { timeout: 600_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      mkdirSync(sessions);
      const path = sessionFile(sessions, { id: "s", entries: manyEntries(MANY) });
      const read: BytesRead = { bytes: 0 };
      const { history, store } = openOnSource(sessions, (source) => countBytes(source, read), stagedBytes);
      await history.sync(CALLER);
      let parentId = `e${MANY}`;
      for (const [at, entry] of [
        user("appended"),
        assistant([toolCall("c1", "bash", { command: "appended" })]),
        toolResult("c1", "bash", "appended"),
        customEntry("state", { word: "hiddenword" }),
        bash("appended", "done"),
        customMessage("note", "appended"),
        sessionName("appended"),
        // From an early entry: a branch of its own, which every state follows from.
        user("appended", { parentId: "e7" }),
      ].entries()) {
        const before = read.bytes;
        const id = `appended${at}`;
        appendFileSync(path, `${JSON.stringify({ timestamp: "2026-02-01T00:00:00Z", parentId, ...entry, id })}\n`);
        parentId = id;
        const coverage = await history.sync(CALLER);
        expect(coverage.bytes).toEqual({ indexed: statSync(path).size, known: statSync(path).size });
        expect(read.bytes - before, `${entry.type} ${at}`).toBeLessThanOrEqual(MOST_PER_APPEND);
      }
      const { hits } = await history.search({ query: "appended" }, CALLER);
      expect(hits.map((hit) => [hit.entryId, hit.branchState]).toSorted()).toEqual(
        [0, 1, 2, 4, 5, 6, 7].map((at) => [`appended${at}`, at === 7 ? "selected" : "alternate"]),
      );
      const [source] = await store.sources();
      expect(source?.session?.events).toBe(MANY + 8);
      await history.close();
    }),
  );
});
