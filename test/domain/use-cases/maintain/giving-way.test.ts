import { appendFileSync, existsSync, rmSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGitWorkspaces } from "../../../../src/adapters/git/git-workspaces.ts";
import { silentDiagnostics } from "../../../../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../../../../src/adapters/local/sha256-hasher.ts";
import { createSessionFiles } from "../../../../src/adapters/session-files/session-files.ts";
import { openSqliteIndex } from "../../../../src/adapters/sqlite/open-sqlite-index.ts";
import { createHistory } from "../../../../src/domain/use-cases/create-history.ts";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import { sessionFile, user } from "../../../support/session-file.ts";
import { createDamagedWorld, everyone } from "./damaged-world.ts";

/** More words than one slice takes, many times over. */
const ENTRIES = 60;
const words = (at: number) => Array.from({ length: 1_500 }, (_, word) => `w${(at * 7 + word) % 5_000}`).join(" ");

/** A history over an index of some size whose turns the test can take: `onTurn` runs in every one of them. */
async function watchedHistory({ inMemory = false } = {}) {
  const { folder, sessions } = createDamagedWorld({ withFixtures: false });
  const path = sessionFile(sessions, {
    id: "s1",
    entries: Array.from({ length: ENTRIES }, (_, at) => user(`needle ${words(at)}`)),
  });
  const file = inMemory ? ":memory:" : join(folder, "event-index-test.sqlite");
  const index = openSqliteIndex({ Database, file, version: "test" });
  const turns = { count: 0, onTurn: async (): Promise<void> => {} };
  const clock = {
    now: () => Date.now(),
    turn: async () => {
      turns.count++;
      await setImmediate();
      await turns.onTurn();
    },
  };
  const open = (opened = index): History => {
    const history = createHistory({
      ...opened,
      source: createSessionFiles(),
      workspaces: createGitWorkspaces(),
      hasher: createSha256Hasher(),
      clock,
      diagnostics: silentDiagnostics,
      runId: "test",
      roots: [sessions],
    });
    onTestFinished(() => history.close());
    return history;
  };
  const history = open();
  await history.sync(everyone);
  turns.count = 0;
  return {
    history,
    index,
    turns,
    path,
    file,
    sessions,
    openOther: () => open(openSqliteIndex({ Database, file, version: "test" })),
  };
}

const appended = (word: string) =>
  `${JSON.stringify({ type: "message", id: word, parentId: "e1", timestamp: "2026-01-02T00:00:00Z", message: { role: "user", content: word } })}\n`;

describe("doctor", () => {
  it("lets searches answer while it reads the postings", async () => {
    const { history, turns } = await watchedHistory();
    const answers: number[] = [];
    turns.onTurn = async () => {
      // Inside a turn: the comparison goes on only after the answer.
      if (answers.length < 5) answers.push((await history.search({ query: "needle" }, everyone)).totals.events);
    };
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, events: { checked: ENTRIES } });
    expect(answers).toEqual([ENTRIES, ENTRIES, ENTRIES, ENTRIES, ENTRIES]);
    expect(turns.count).toBeGreaterThan(14);
  });

  it("goes on only when the searches of its turn are answered", async () => {
    const { history, turns } = await watchedHistory();
    const order: string[] = [];
    turns.onTurn = async () => {
      order.push("turn");
      if (order.length === 1) void history.search({ query: "needle" }, everyone).then(() => order.push("answer"));
    };
    await history.verify({ repair: false }, everyone);
    expect(order.slice(0, 3)).toEqual(["turn", "answer", "turn"]);
  });

  it("takes rows that another process changes meanwhile for pending, not for wrong", async () => {
    const { history, turns, path, openOther } = await watchedHistory();
    const other = openOther();
    appendFileSync(path, appended("freshword"));
    turns.onTurn = async () => {
      turns.onTurn = async () => {};
      await other.sync(everyone);
    };
    const found = await history.verify({ repair: false }, everyone);
    expect(found).toMatchObject({ ok: true, sound: true, files: { checked: 0, pending: 1 }, postings: { wrong: 0 } });
    expect((await history.search({ query: "freshword" }, everyone)).hits).toHaveLength(1);
  });

  it.each([1, 4, 9])("stops in its turn %d when nobody waits any more, and holds nothing open", async (turn) => {
    const { history, turns } = await watchedHistory();
    const controller = new AbortController();
    turns.onTurn = async () => {
      if (turns.count === turn) controller.abort();
    };
    const { signal } = controller;
    await expect(history.verify({ repair: true }, everyone, { signal })).rejects.toMatchObject({ code: "Cancelled" });
    expect(turns.count).toBe(turn);
    expect((await history.search({ query: "needle" }, everyone)).totals.events).toBe(ENTRIES);
    // Would be refused while anything still reads the index.
    await history.purge({}, everyone);
  });

  it("stops while it rebuilds, and the next sync does the rest", async () => {
    const { history, file } = await watchedHistory();
    const database = new Database(file);
    database.exec("DELETE FROM fts WHERE rowid = (SELECT min(id) FROM fts_docsize)");
    database.close();
    const controller = new AbortController();
    let isRebuilding = false;
    const verifying = history.verify({ repair: true }, everyone, {
      signal: controller.signal,
      onProgress: ({ filesDone, bytesDone }) => {
        // The comparison reports no bytes inside its one file; the rebuild does.
        if (filesDone === 0 && bytesDone > 0) {
          isRebuilding = true;
          controller.abort();
        }
      },
    });
    await expect(verifying).rejects.toMatchObject({ code: "Cancelled" });
    expect(isRebuilding).toBe(true);
    expect((await history.search({ query: "needle" }, everyone)).coverage.state).not.toBe("ready");
    expect(await history.sync(everyone)).toMatchObject({ state: "ready" });
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true });
  });

  it("stopped before it has found anything again, it does not pass for finished", async () => {
    const { history, index, file } = await watchedHistory();
    const database = new Database(file);
    database.exec("DELETE FROM fts WHERE rowid = (SELECT min(id) FROM fts_docsize)");
    database.close();
    const controller = new AbortController();
    const { signal } = controller;
    const reset = index.store.reset.bind(index.store);
    index.store.reset = () => reset().then(() => controller.abort());
    await expect(history.verify({ repair: true }, everyone, { signal })).rejects.toMatchObject({ code: "Cancelled" });
    const { hits, coverage } = await history.search({ query: "needle" }, everyone);
    expect({ hits, state: coverage.state }).toEqual({ hits: [], state: "catching-up" });
    expect(await history.sync(everyone)).toMatchObject({ state: "ready" });
  });

  it("reads an index that lives in memory in one piece", async () => {
    const { history } = await watchedHistory({ inMemory: true });
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, postings: { wrong: 0 } });
    expect((await history.search({ query: "needle" }, everyone)).totals.events).toBe(ENTRIES);
  });
});

describe("purge", () => {
  it("stops between its steps when nobody waits any more, and leaves a whole index", async () => {
    const { history, turns, path, sessions } = await watchedHistory();
    sessionFile(sessions, { id: "s2", entries: [user("stays")] });
    rmSync(path);
    await history.sync(everyone);
    const controller = new AbortController();
    turns.onTurn = async () => controller.abort();
    const { signal } = controller;
    await expect(history.purge({}, everyone, { signal })).rejects.toMatchObject({ code: "Cancelled" });
    turns.onTurn = async () => {};
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, files: { checked: 1 } });
    expect(await history.purge({}, everyone)).toMatchObject({ deleted: false });
  });

  it("deletes nothing for somebody who has already left", async () => {
    const { history, file } = await watchedHistory();
    const signal = AbortSignal.abort();
    await expect(history.purge({ all: true }, everyone, { signal })).rejects.toMatchObject({ code: "Cancelled" });
    expect(existsSync(file)).toBe(true);
    expect((await history.search({ query: "needle" }, everyone)).totals.events).toBe(ENTRIES);
  });
});
