import { appendFileSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { trigramLeaf } from "../../../../src/domain/text/trigrams.ts";
import type { Caller } from "../../../../src/domain/use-cases/history.ts";
import {
  assistant,
  sessionFile,
  sessionText,
  text,
  toolCall,
  toolResult,
  user,
} from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { type ObservedHistory, openObserved } from "./open-observed.ts";

const CALLER: Caller = { cwd: "/home/ada/payments", everything: true };
const ENGINES = ["fts5", "memory"] as const;

/** `<file>/<entry id>` of whatever discovery finds, once per fragment. */
async function find({ store, discovery }: ObservedHistory, needle: string): Promise<string[]> {
  const leaf = trigramLeaf(needle);
  if (leaf === undefined) throw new Error("There is nothing to look for.");
  const sources = new Map((await store.sources()).map((source) => [source.key, source.path.split("/").at(-1)]));
  const eligible = await store.eligible({ sources: new Set(sources.keys()) });
  const found: string[] = [];
  for await (const batch of discovery.match(leaf, eligible)) {
    const events = new Map((await store.events(batch.map(({ event }) => event))).map((event) => [event.key, event]));
    for (const { event } of batch) {
      const { source, entryId } = events.get(event) ?? { source: 0, entryId: "none" };
      found.push(`${sources.get(source)}/${entryId}`);
    }
  }
  return found.toSorted();
}

/** Sessions `s1` … each a day later than the one before; each with `messages` user messages that say "needle". */
function writeSessions(folder: string, count: number, messages = 1, words = ""): string[] {
  return Array.from({ length: count }, (_, at) =>
    sessionFile(folder, {
      id: `s${at + 1}`,
      timestamp: `2026-01-0${at + 1}T00:00:00.000Z`,
      entries: Array.from({ length: messages }, (_item, number) => user(`needle ${number} ${words}`)),
    }),
  );
}

describe.each(ENGINES)("indexing for discovery with the %s engine", (engine) => {
  it("takes what people and models said, only when asked", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, {
        id: "s1",
        entries: [
          user("Find the needle."),
          assistant([
            { type: "thinking", thinking: "a secret needle" },
            text("The needle is here"),
            toolCall("c1", "bash", { command: "grep needle" }),
            text("and a needle there"),
          ]),
          toolResult("c1", "bash", "needle in the output"),
        ],
      });
      const opened = openObserved(folder, {}, { engine });
      await opened.history.sync(CALLER);
      expect(await find(opened, "eedl")).toEqual([]);
      await opened.history.sync(CALLER, { discovery: true });
      expect(await find(opened, "eedl")).toEqual(["s1.jsonl/e1", "s1.jsonl/e2"]);
      expect(await opened.store.undiscovered()).toEqual([]);
      const { hits } = await opened.history.search({ query: "needle" }, CALLER);
      expect(hits).toHaveLength(3);
      await opened.history.close();
    }));

  it("goes on with what is appended, and after a rewrite has the new text alone", () =>
    withTemporaryFolder(async (folder) => {
      const [path = ""] = writeSessions(folder, 2);
      const opened = openObserved(folder, {}, { engine });
      await opened.history.sync(CALLER, { discovery: true });
      appendFileSync(
        path,
        sessionText({ id: "x", entries: [user("more needle", { id: "e9" })] }).split("\n")[1] + "\n",
      );
      await opened.history.sync(CALLER, { discovery: true });
      expect(await find(opened, "needle")).toEqual(["s1.jsonl/e1", "s1.jsonl/e9", "s2.jsonl/e1"]);
      writeFileSync(path, sessionText({ id: "s1", entries: [user("other words")] }));
      await opened.history.sync(CALLER, { discovery: true });
      expect(await find(opened, "needle")).toEqual(["s2.jsonl/e1"]);
      expect(await find(opened, "her wor")).toEqual(["s1.jsonl/e1"]);
      await opened.history.close();
    }));

  it("takes the newest sessions first and the caller's own last, in small commits", () =>
    withTemporaryFolder(async (folder) => {
      writeSessions(folder, 4, 3, "many words ".repeat(2_000));
      const taken: string[] = [];
      const names = new Map<number, string>();
      const opened: ObservedHistory = openObserved(
        folder,
        {
          onDiscover: async (steps) => {
            for (const { key, session } of await opened.store.sources()) names.set(key, session?.sessionId ?? "");
            taken.push(steps.map(({ from }) => names.get(from.source)).join("+"));
            expect(steps.flatMap(({ fragments }) => fragments).length).toBeLessThan(4);
          },
        },
        { engine },
      );
      await opened.history.sync({ ...CALLER, session: { sessionId: "s4" } }, { discovery: true });
      const order = taken.flatMap((together) => together.split("+"));
      expect([...new Set(order)]).toEqual(["s3", "s2", "s1", "s4"]);
      expect(taken.length).toBeGreaterThan(3);
      expect(await find(opened, "needle")).toHaveLength(12);
      await opened.history.close();
    }));

  it("leaves what it did when it is cancelled, and no sync waits for it", () =>
    withTemporaryFolder(async (folder) => {
      writeSessions(folder, 3, 2, "many words ".repeat(4_000));
      const cancelling = new AbortController();
      let commits = 0;
      const opened: ObservedHistory = openObserved(
        folder,
        {
          onDiscover: async () => {
            // Would never end if it had to wait for the discovery that waits here.
            if (++commits === 1) expect((await opened.history.sync(CALLER)).state).toBe("ready");
            if (commits === 2) cancelling.abort();
          },
        },
        { engine },
      );
      const options = { discovery: true, signal: cancelling.signal };
      await expect(opened.history.sync(CALLER, options)).rejects.toMatchObject({ code: "Cancelled" });
      const before = await find(opened, "needle");
      expect(before.length).toBeGreaterThan(0);
      expect(before.length).toBeLessThan(6);
      expect((await opened.history.status(CALLER)).coverage.state).toBe("ready");
      await opened.history.sync(CALLER, { discovery: true });
      expect(await find(opened, "needle")).toHaveLength(6);
      await opened.history.close();
    }));

  it("leaves a file that changes meanwhile to the next sync, and goes on with the others", () =>
    withTemporaryFolder(async (folder) => {
      const [, path = ""] = writeSessions(folder, 3, 2);
      let isChanged = false;
      const opened = openObserved(
        folder,
        {
          onRecord: () => {
            if (isChanged) return;
            isChanged = true;
            writeFileSync(path, sessionText({ id: "s2", entries: [user("rewritten needle, and longer")] }));
          },
        },
        { engine },
      );
      await opened.history.sync(CALLER, { discovery: true });
      const taken = ["s1.jsonl/e1", "s1.jsonl/e2", "s3.jsonl/e1", "s3.jsonl/e2"];
      expect(await find(opened, "needle")).toEqual(taken);
      expect(await opened.store.undiscovered()).toHaveLength(1);
      await opened.history.sync(CALLER, { discovery: true });
      expect(await find(opened, "needle")).toEqual(["s1.jsonl/e1", "s1.jsonl/e2", "s2.jsonl/e1", ...taken.slice(2)]);
      await opened.history.close();
    }));

  it("passes over a record that was rewritten behind an unchanged look of its file, so that the rest is not kept out", () =>
    withTemporaryFolder(async (folder) => {
      const [path = ""] = writeSessions(folder, 1, 3);
      const opened = openObserved(folder, {}, { engine });
      await opened.history.sync(CALLER);
      const { atimeMs, mtimeMs } = statSync(path);
      writeFileSync(path, readFileSync(path, "utf8").replace("needle 1", "noodle 1"));
      utimesSync(path, atimeMs / 1_000, mtimeMs / 1_000);
      await opened.history.sync(CALLER, { discovery: true });
      expect(await find(opened, "needle")).toEqual(["s1.jsonl/e1", "s1.jsonl/e3"]);
      expect(await opened.store.undiscovered()).toEqual([]);
      await opened.history.close();
    }));
});

describe("indexing for discovery in memory", () => {
  it("stops where memory has no room, without an error", () =>
    withTemporaryFolder(async (folder) => {
      writeSessions(folder, 3, 5, "many words ".repeat(3_000));
      const opened = openObserved(folder, {}, { engine: "memory", capacityBytes: 6_000_000 });
      await opened.history.sync(CALLER, { discovery: true });
      const { length } = await find(opened, "needle");
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThan(15);
      expect((await opened.store.undiscovered()).length).toBeGreaterThan(0);
      await opened.history.close();
    }));
});

describe("several histories over one index", () => {
  it("share the work of discovery without taking anything twice", () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      writeSessions(sessions, 9, 12, "many words ".repeat(400));
      const index = join(folder, "index.sqlite");
      const steps: [number, number, number] = [0, 0, 0];
      const opened = ([0, 1, 2] as const).map((at) =>
        openObserved(sessions, { onDiscover: () => steps[at]++ }, { index }),
      );
      await opened[0]?.history.sync(CALLER);
      await Promise.all(opened.map(({ history }) => history.sync(CALLER, { discovery: true })));
      for (const one of opened) {
        expect(await find(one, "needle 1")).toHaveLength(9 * 3);
        expect(await one.store.undiscovered()).toEqual([]);
        await one.history.close();
      }
      expect(steps.filter((count) => count > 0).length).toBeGreaterThan(1);
    }));

  it("take the sessions of their own folders alone", () =>
    withTemporaryFolder(async (folder) => {
      writeSessions(join(folder, "one"), 1);
      writeSessions(join(folder, "two"), 2);
      const index = join(folder, "index.sqlite");
      const one = openObserved(join(folder, "one"), {}, { index });
      const two = openObserved(join(folder, "two"), {}, { index });
      await two.history.sync(CALLER);
      await one.history.sync(CALLER, { discovery: true });
      expect(await find(one, "needle")).toEqual(["s1.jsonl/e1"]);
      expect(await one.store.undiscovered()).toHaveLength(2);
      await two.history.sync(CALLER, { discovery: true });
      expect(await find(two, "needle")).toHaveLength(3);
      await one.history.close();
      await two.history.close();
    }));
});
