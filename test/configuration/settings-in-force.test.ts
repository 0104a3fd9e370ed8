import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { openWorkerHistory } from "../../src/adapters/worker/open-worker-history.ts";
import { openHistory } from "../../src/container.ts";
import type { Caller } from "../../src/domain/use-cases/history.ts";
import { sessionFile, text, user } from "../support/session-file.ts";
import { type Machine, onMachine } from "./configured-history.ts";

const everyone: Caller = { cwd: "/", everything: true };
const failure = { code: "InvalidConfiguration", message: expect.stringMatching(/`limits\.hits`.* from 1 to 50/) };

function placeMany({ sessions }: Machine): void {
  const entries = Array.from({ length: 12 }, (_, at) => user(`harbourword ${at} ${"x".repeat(9_000)}`));
  const blocks = Array.from({ length: 5 }, (_, at) => text(`part ${at} ${"y".repeat(9_000)}`));
  sessionFile(sessions, { id: "long", entries: [...entries, user(blocks, { id: "parts" })] });
}

const shown = (ranges: readonly { readonly start: number; readonly end: number }[]) =>
  ranges.map(({ start, end }) => end - start);

test("limits: say what one answer holds, and a request's own number of hits stands before them", async () => {
  await onMachine(async (machine) => {
    placeMany(machine);
    machine.configure({ limits: { hits: 3, head: 300, tail: 100, window: 500, read: 1000 } });
    await machine.use(async (history) => {
      await history.sync(everyone);
      const query = "harbourword";
      expect((await history.search({ query }, everyone)).hits).toHaveLength(3);
      expect((await history.search({ query, limit: 11 }, everyone)).hits).toHaveLength(11);
      const entry = { sessionId: "long", entryId: "e5" };
      const read = await history.read({ ...entry, before: 2, after: 2 }, everyone);
      expect(shown(read.fragments[0]?.preview.shownRanges ?? [])).toEqual([300, 100]);
      const neighbours = [...read.before, ...read.after].map(({ fragments }) =>
        shown(fragments[0]?.preview.shownRanges ?? []),
      );
      // The 600 that are left, dealt evenly and in the proportion of head and tail.
      expect(neighbours).toEqual(Array.from({ length: 4 }, () => [113, 37]));
      const window = await history.read({ ...entry, fragmentId: "0:user.text", offset: 7 }, everyone);
      expect(window.fragments[0]?.preview.shownRanges).toEqual([{ start: 7, end: 507 }]);
    });
    machine.configure({ limits: { read: 1000 } });
    await machine.use(async (history) => {
      const parts = await history.read({ sessionId: "long", entryId: "parts" }, everyone);
      expect(parts.fragments.map(({ preview }) => shown(preview.shownRanges))).toEqual(
        Array.from({ length: 5 }, () => [100, 100]),
      );
      const request = { sessionId: "long", entryId: "parts", fragmentId: "3:user.text", offset: 5 };
      const window = await history.read(request, everyone);
      expect(window.fragments[0]?.preview.shownRanges).toEqual([{ start: 5, end: 1005 }]);
    });
    machine.configure({ limits: { head: 100, tail: 0 } });
    await machine.use(async (history) => {
      const read = await history.read({ sessionId: "long", entryId: "e5" }, everyone);
      expect(read.fragments[0]?.preview.shownRanges).toEqual([{ start: 0, end: 100 }]);
    });
  });
});

test("sessions: are searched beside Pi's own, and --sessions stands before both", async () => {
  await onMachine(async (machine) => {
    const archive = join(machine.folder, "archive");
    sessionFile(archive, { id: "archived", entries: [user("harbourword")] });
    sessionFile(machine.sessions, { id: "current", entries: [user("harbourword")] });
    machine.configure({ sessions: [archive, join(machine.folder, "away")] });
    const found = async (options = {}) =>
      machine.use(
        async (history) => {
          await history.sync(everyone);
          return (await history.search({ query: "harbourword" }, everyone)).hits.map((hit) => hit.sessionId).toSorted();
        },
        {},
        options,
      );
    expect(await found()).toEqual(["archived", "current"]);
    expect(await found({ sessions: [archive] })).toEqual(["archived"]);
    await machine.use(async (_history, notices) => expect(notices).toEqual([expect.stringContaining("`sessions`")]));
  });
});

test("engine and index: decide where the index is, and an option stands before them", async () => {
  await onMachine(async (machine) => {
    mkdirSync(join(machine.folder, "index"));
    const index = join(machine.folder, "index", "mine.sqlite");
    machine.configure({ index });
    const statusOf = (options = {}) => machine.use((history) => history.status(everyone), {}, options);
    expect(await statusOf()).toMatchObject({ engine: "fts5", index });
    expect(existsSync(index)).toBe(true);
    expect(await statusOf({ engine: "memory" })).toMatchObject({ index: "memory" });
    const other = join(machine.folder, "index", "other.sqlite");
    expect(await statusOf({ index: other })).toMatchObject({ index: other });
    machine.configure({ engine: "memory" });
    const status = await statusOf();
    expect(status.index).toBe("memory");
    expect(status.settings?.filter(({ source }) => source !== "default")).toEqual([
      { name: "engine", value: "memory", source: "file" },
    ]);
    expect((await statusOf({ engine: "fts5", index: other })).index).toBe(other);
    machine.configure({ engine: "memory", index });
    await expect(statusOf()).rejects.toMatchObject({ code: "InvalidConfiguration" });
  });
});

test("a file that is not understood keeps the history closed, and says why", async () => {
  await onMachine(async (machine) => {
    machine.configure({ exclude: ["a"], limits: { hits: 99 } });
    await expect(machine.use(async () => undefined)).rejects.toMatchObject(failure);
    expect(existsSync(join(machine.agentDir, "pi-event-recall"))).toBe(false);
  });
});

test("in a worker every question hears of a bad file, until it is mended", async () => {
  await onMachine(async (machine) => {
    placeMany(machine);
    machine.configure({ limits: { hits: 99 } });
    const history = openWorkerHistory({
      createWorker: () => new Worker(new URL("../../src/entries/worker.ts", import.meta.url)),
      options: { env: { PI_CODING_AGENT_DIR: machine.agentDir }, cwd: machine.folder },
      shutdownMs: 30_000,
    });
    try {
      await expect(history.search({ query: "x" }, everyone)).rejects.toMatchObject(failure);
      await expect(history.status(everyone)).rejects.toMatchObject(failure);
      machine.configure({ limits: { hits: 2 } });
      await history.sync(everyone);
      expect((await history.search({ query: "harbourword" }, everyone)).hits).toHaveLength(2);
      const location = await history.open({ sessionId: "long", entryId: "e1" }, everyone);
      expect(location).toMatchObject({
        sessionId: "long",
        path: join(machine.sessions, "long.jsonl"),
        cwd: "/home/ada/payments",
        entry: { entryId: "e1", entryType: "message", preview: expect.stringMatching(/^harbourword 0 x+…$/) },
      });
    } finally {
      await history.close();
    }
  });
});

test("so does a variable that is not understood", async () => {
  await onMachine(async (machine) => {
    const opening = openHistory({
      env: { PI_CODING_AGENT_DIR: machine.agentDir, PI_EVENT_RECALL_LIMITS_HITS: "99" },
      log: false,
    });
    await expect(opening).rejects.toMatchObject({
      code: "InvalidConfiguration",
      message: expect.stringContaining("PI_EVENT_RECALL_LIMITS_HITS"),
    });
  });
});
