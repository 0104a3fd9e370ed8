import { appendFileSync, renameSync, utimesSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../../../src/domain/use-cases/history.ts";
import { sessionFile, user } from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { openObserved } from "./open-observed.ts";

const EVERYONE: Caller = { cwd: "/", everything: true };

/** Writes a session whose file was changed last at this second. */
function writeAt(folder: string, second: number, id: string, name = `2026-01-01T00-00-00-000Z_${id}.jsonl`): string {
  const path = sessionFile(folder, { id, name, entries: [user("needle")] });
  utimesSync(path, second, second);
  return path;
}

describe("a sync", () => {
  it("reads the newest files first", () =>
    withTemporaryFolder(async (folder) => {
      const paths = [2, 3, 1].map((second) => writeAt(folder, second, `s${second}`));
      const read: string[] = [];
      const { history } = openObserved(folder, { onLines: (path) => read.push(path) });
      await history.sync(EVERYONE);
      expect(read).toEqual([paths[1], paths[0], paths[2]]);
    }));

  it("commits the caller's own session before it reads another file, though nothing is known of it but its file's name", () =>
    withTemporaryFolder(async (folder) => {
      for (const second of [5, 6, 7]) writeAt(folder, second, `s${second}`);
      writeAt(folder, 1, "own");
      const caller: Caller = { ...EVERYONE, session: { sessionId: "own" } };
      const read: string[] = [];
      const found: number[] = [];
      const { history } = openObserved(folder, {
        async onLines(path) {
          read.push(basename(path));
          if (read.length !== 2) return;
          const { totals } = await history.search({ query: "needle", sessionId: "current" }, caller);
          found.push(totals.events);
        },
      });
      await history.sync(caller);
      expect(read[0]).toMatch(/_own\.jsonl$/);
      expect(read).toHaveLength(4);
      expect(found).toEqual([1]);
    }));

  it("knows the caller's session by its header where the index holds it, whatever files are called", () =>
    withTemporaryFolder(async (folder) => {
      const named = writeAt(folder, 1, "other", "2026_own.jsonl");
      const own = writeAt(folder, 2, "own", "notes.jsonl");
      const read: string[] = [];
      const { history } = openObserved(folder, { onLines: (path) => read.push(path) });
      await history.sync(EVERYONE);
      read.length = 0;
      for (const path of [own, named]) {
        appendFileSync(path, `${JSON.stringify(user("more", { id: "x", parentId: "e1", timestamp: "" }))}\n`);
      }
      utimesSync(own, 3, 3);
      await history.sync({ ...EVERYONE, session: { sessionId: "own" } });
      expect(read).toEqual([own, named]);
    }));

  it("takes the place of a moved session over before it lets the old one go", () =>
    withTemporaryFolder(async (folder) => {
      const path = writeAt(folder, 1, "moved");
      const held: string[][] = [];
      const { history, store } = openObserved(folder, {
        async onCommit() {
          held.push((await store.sources()).map((source) => source.session?.sessionId ?? ""));
        },
      });
      await history.sync(EVERYONE);
      renameSync(path, `${path}-elsewhere.jsonl`);
      held.length = 0;
      expect(await history.sync(EVERYONE)).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 } });
      expect(held.length).toBeGreaterThan(1);
      for (const sessions of held) expect(sessions).toContain("moved");
    }));
});

describe("what one commit takes", () => {
  it("stays small, with many files as with a large one", () =>
    withTemporaryFolder(async (folder) => {
      const text = "lorem ipsum ".repeat(2_000);
      for (let at = 0; at < 40; at++) sessionFile(folder, { id: `s${at}`, entries: [user(text), user(text)] });
      sessionFile(folder, { id: "large", entries: Array.from({ length: 150 }, () => user(text)) });
      const texts: number[] = [];
      const { history } = openObserved(folder, {
        onCommit: ({ sources = [] }) =>
          texts.push(
            sources
              .flatMap(({ append }) => append.flatMap(({ fragments }) => fragments))
              .reduce((sum, fragment) => sum + fragment.text.length, 0),
          ),
      });
      expect(await history.sync(EVERYONE)).toMatchObject({ state: "ready", sessions: { indexed: 41 } });
      expect(texts.reduce((sum, size) => sum + size, 0)).toBe(230 * text.length);
      expect(Math.max(...texts)).toBeLessThanOrEqual(1_500_000);
      expect((await history.search({ query: "lorem" }, EVERYONE)).totals.events).toBe(230);
    }));

  it("waits for a query that came while files were read", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "held", entries: [user("needle")] });
      const order: string[] = [];
      let asked: Promise<unknown> | undefined;
      const { history } = openObserved(folder, {
        onLines() {
          // It comes when the file has been read, like any message from outside.
          setImmediate(() => {
            asked = history.search({ query: "needle" }, EVERYONE);
          });
        },
        onRecord: () => order.push("answered"),
        onCommit: ({ sources = [] }) => sources.some(({ append }) => append.length > 0) && order.push("committed"),
      });
      await history.sync(EVERYONE);
      order.length = 0;
      sessionFile(folder, { id: "new", entries: [user("needle")] });
      await history.sync(EVERYONE);
      await asked;
      expect(order).toEqual(["answered", "committed"]);
    }));
});
