import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { label, sessionFile, sessionText, toolResult, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { faultsInTables } from "./faults-in-tables.ts";
import { CALLER } from "./index-content.ts";
import { type OpenedIndex, openOnDisk } from "./open-on-disk.ts";

/** How large files are rebuilt: in memory, and beside their rows. */
const STAGED = [1, 16 * 1024 * 1024];

describe.each(STAGED)("session files that change, large from %d bytes on", (stagedBytes) => {
  it("a record torn inside a character waits, and is there once when the rest has come", () =>
    inPlace(stagedBytes, async ({ sessions, sync, count }) => {
      const [head, record, rest] = tornSession(user("torn 数据库 found"), "库");
      writeFileSync(join(sessions, "s.jsonl"), Buffer.concat([head, record]));
      const first = await sync();
      expect(first.skipped).toEqual([]);
      expect(await offsets()).toEqual([head.length]);
      expect(await count("found")).toBe(0);
      appendFileSync(join(sessions, "s.jsonl"), rest);
      expect((await sync()).state).toBe("ready");
      expect(await count("found")).toBe(1);
      expect(await offsets()).toEqual([head.length + record.length + rest.length]);

      async function offsets(): Promise<number[]> {
        return (await opened.current.store.sources()).map((source) => source.offset);
      }
    }));

  it("a whole record without its newline counts once it has one, also across a restart", () =>
    inPlace(stagedBytes, async ({ sessions, sync, count, restart }) => {
      const path = join(sessions, "s.jsonl");
      const text = sessionText({ id: "s", entries: [user("first"), toolResult("c", "bash", "second")] });
      writeFileSync(path, text.slice(0, -1));
      expect((await sync()).skipped).toEqual([]);
      expect(await count("second")).toBe(0);
      await restart();
      appendFileSync(path, "\n");
      await sync();
      expect(await count("second")).toBe(1);
      appendFileSync(
        path,
        `${JSON.stringify({ ...user("third"), id: "x", parentId: "e2", timestamp: "2026-01-01" })}\n`,
      );
      const coverage = await sync();
      expect([await count("first"), await count("second"), await count("third")]).toEqual([1, 1, 1]);
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      const [source] = await opened.current.store.sources();
      expect(source).toMatchObject({ offset: readFileSync(path).length, session: { events: 3 } });
    }));

  it("a file that was cut and has grown past its old size is no append", () =>
    inPlace(stagedBytes, async ({ sessions, sync, count }) => {
      const path = sessionFile(sessions, { id: "s", entries: [user("oldword"), user("oldword too")] });
      await sync();
      const entries = [user("newword"), label("e1", "newword"), user("newword and more of it than there was before")];
      writeFileSync(path, sessionText({ id: "s", entries }));
      await sync();
      expect([await count("oldword"), await count("newword")]).toEqual([0, 3]);
    }));

  it("a path, an inode and a size prove nothing: replaced, recreated and exchanged files are read again", () =>
    inPlace(stagedBytes, async ({ sessions, sync, count }) => {
      const [one, two] = [join(sessions, "one.jsonl"), join(sessions, "two.jsonl")];
      sessionFile(sessions, { id: "one", name: "one.jsonl", entries: [user("contentA")] });
      await sync();
      writeFileSync(
        join(sessions, "written"),
        sessionText({ id: "one", entries: [user("contentB"), user("contentB")] }),
      );
      renameSync(join(sessions, "written"), one);
      await sync();
      expect([await count("contentA"), await count("contentB")]).toEqual([0, 2]);
      rmSync(one);
      // May get the inode that has just become free.
      writeFileSync(two, sessionText({ id: "two", entries: [user("contentC"), user("contentC"), user("contentC")] }));
      await sync();
      expect([await count("contentB"), await count("contentC")]).toEqual([0, 3]);
      writeFileSync(one, sessionText({ id: "one", entries: [user("contentD"), user("contentD"), user("contentD")] }));
      await sync();
      renameSync(one, join(sessions, "between"));
      renameSync(two, one);
      renameSync(join(sessions, "between"), two);
      await sync();
      expect([await count("contentC"), await count("contentD")]).toEqual([3, 3]);
      renameSync(one, join(sessions, "moved.jsonl"));
      await sync();
      expect([await count("contentC"), await count("contentD")]).toEqual([3, 3]);
    }));

  it("a deleted session is gone after a walk that saw everything, and only then", () =>
    inPlace(stagedBytes, async ({ sessions, sync, count }) => {
      mkdirSync(join(sessions, "deep"));
      const path = sessionFile(sessions, { id: "s", name: "deep/s.jsonl", entries: [user("secretplan")] });
      sessionFile(sessions, { id: "t", entries: [user("secretplan too")] });
      await sync();
      expect(await count("secretplan")).toBe(2);
      rmSync(join(sessions, "t.jsonl"));
      chmodSync(join(sessions, "deep"), 0);
      // Whoever may read everything (root) has no incomplete walk.
      const isUnseen = process.getuid?.() !== 0;
      await sync();
      const held = await opened.current.store.sources();
      expect(held.map((source) => source.session?.sessionId)).toEqual(isUnseen ? ["s", "t"] : ["s"]);
      const answer = await opened.current.history.search({ query: "secretplan" }, CALLER);
      if (isUnseen) expect(answer.hits).toEqual([]);
      chmodSync(join(sessions, "deep"), 0o700);
      rmSync(path);
      await sync();
      expect(await count("secretplan")).toBe(0);
      expect(await opened.current.store.sources()).toEqual([]);
      const gone = opened.current.history.read({ sessionId: "s", entryId: "e1" }, CALLER);
      await expect(gone).rejects.toMatchObject({ code: "NotFound" });
    }));

  it("a sync that was cancelled in the middle says so, and the next one does the rest", () =>
    inPlace(stagedBytes, async ({ sessions, sync, count }) => {
      const entries = [user("resumeword"), user("resumeword again")];
      // An earlier walk was complete: what is new since must be told all the same.
      sessionFile(sessions, { id: "earlier", entries: [user("nothing")] });
      expect((await sync()).state).toBe("ready");
      for (let at = 0; at < 10; at++) sessionFile(sessions, { id: `s${at}`, entries });
      const cancelling = new AbortController();
      const cancelled = opened.current.history.sync(CALLER, {
        signal: cancelling.signal,
        onProgress: ({ filesDone, bytesDone, bytes }) => {
          if (filesDone === 3 && bytesDone > (bytes * 3) / 10) cancelling.abort();
        },
      });
      await expect(cancelled).rejects.toMatchObject({ code: "Cancelled" });
      const between = await opened.current.history.search({ query: "resumeword", limit: 50 }, CALLER);
      expect(between.coverage.state).toBe("catching-up");
      expect(between.totals.events).toBeLessThan(20);
      expect(between.totals.events % 2).toBe(0);
      expect((await sync()).sessions).toEqual({ indexed: 11, known: 11 });
      expect(await count("resumeword")).toBe(20);
    }));
});

/** The index in use: a restart puts another one in its place. */
const opened: { current: OpenedIndex } = {} as { current: OpenedIndex };

interface Place {
  readonly sessions: string;
  readonly sync: () => ReturnType<OpenedIndex["history"]["sync"]>;
  /** Events that hold a word. */
  readonly count: (word: string) => Promise<number>;
  readonly restart: () => Promise<void>;
}

async function inPlace(stagedBytes: number, act: (place: Place) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const sessions = join(folder, "sessions");
    mkdirSync(sessions);
    const where = { sessions, index: join(folder, "index.sqlite"), stagedBytes };
    opened.current = await openOnDisk(where);
    const sync = (): ReturnType<Place["sync"]> => opened.current.history.sync(CALLER);
    await act({
      sessions,
      sync,
      count: async (word) => (await opened.current.history.search({ query: word, limit: 50 }, CALLER)).totals.events,
      restart: async () => {
        await opened.current.history.close();
        opened.current = await openOnDisk(where);
      },
    });
    expect(faultsInTables(where.index)).toEqual([]);
    await opened.current.history.close();
  });
}

/** A session whose last record is cut inside a character: what comes before the record, its first part, the rest. */
function tornSession(entry: ReturnType<typeof user>, character: string): [Buffer, Buffer, Buffer] {
  const whole = Buffer.from(sessionText({ id: "s", entries: [user("first"), entry] }));
  const start = whole.lastIndexOf("\n", whole.length - 2) + 1;
  const cut = whole.lastIndexOf(character) + 1;
  return [whole.subarray(0, start), whole.subarray(start, cut), whole.subarray(cut)];
}
