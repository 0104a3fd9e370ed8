import { describe, expect, it } from "vitest";
import type { SourceChange } from "../../../src/ports/event-store.ts";
import type { StoredSource } from "../../../src/ports/source-record.ts";
import type { Caller } from "../../../src/domain/use-cases/history.ts";
import { sessionFile, user } from "../../support/session-file.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";
import { type ObservedHistory, openObserved } from "./sync/open-observed.ts";

const EVERYONE: Caller = { cwd: "/", everything: true };
const NOTHING_NEW = { replace: false, append: [], states: [], relations: [] } as const;

/** What another process commits between two questions to this one. */
function changeOf({ key: _key, ...source }: StoredSource, change: Partial<SourceChange>): SourceChange {
  return { source, ...NOTHING_NEW, ...change };
}

async function stateOf({ history }: ObservedHistory): Promise<string> {
  return (await history.status(EVERYONE)).coverage.state;
}

describe.each(["fts5", "memory"] as const)("coverage over the %s index", (engine) => {
  it("is catching up while a copy of a session waits that may win the session back", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "s", name: "a.jsonl", entries: [user("needle"), user("more")] });
      sessionFile(folder, { id: "s", name: "b.jsonl", entries: [user("needle")] });
      const opened = openObserved(folder, {}, { engine });
      expect(await opened.history.sync(EVERYONE)).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 } });
      const [, copy] = await opened.store.sources();
      const pending = changeOf(copy as StoredSource, {});
      await opened.store.commit({ sources: [{ ...pending, source: { ...pending.source, state: "pending" } }] });
      const { coverage } = await opened.history.status(EVERYONE);
      expect(coverage).toMatchObject({ state: "catching-up", sessions: { indexed: 1, known: 1 } });
      await opened.store.commit({ sources: [pending] });
      expect(await stateOf(opened)).toBe("ready");
    }));

  it("is catching up while a hidden generation counts in every relevance, whoever may see its session", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "s", cwd: "/w/one", entries: [user("needle")] });
      sessionFile(folder, { id: "t", cwd: "/w/two", entries: [user("needle")] });
      const opened = openObserved(folder, {}, { engine });
      await opened.history.sync(EVERYONE);
      expect(await stateOf(opened)).toBe("ready");
      const source = (await opened.store.sources()).find(({ session }) => session?.sessionId === "t") as StoredSource;
      await opened.store.commit({ sources: [changeOf(source, { generation: "g", replace: true })] });
      const answer = await opened.history.search({ query: "needle" }, { cwd: "/w/one", workspaces: ["/w/one"] });
      expect(answer).toMatchObject({ totals: { events: 1 }, coverage: { state: "catching-up" } });
      await opened.store.commit({ sources: [changeOf(source, {})] });
      while (await opened.store.sweep(100));
      expect(await stateOf(opened)).toBe("ready");
    }));
});

describe("coverage over the fts5 index", () => {
  it("is catching up after a cancelled sync until one comes to its end, though nothing is known to be missing", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "s", entries: [user("needle")] });
      const opened = openObserved(folder);
      await opened.history.sync(EVERYONE);
      sessionFile(folder, { id: "t", entries: [user("needle")] });
      const cancelled = opened.history.sync(EVERYONE, { signal: AbortSignal.abort() });
      await expect(cancelled).rejects.toMatchObject({ code: "Cancelled" });
      const { coverage } = await opened.history.status(EVERYONE);
      expect(coverage).toMatchObject({ state: "catching-up", sessions: { indexed: 1, known: 1 } });
      await opened.history.sync(EVERYONE);
      expect(await stateOf(opened)).toBe("ready");
    }));

  it("is catching up until the rows that a promoted generation replaces are swept", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "s", entries: [user("needle")] });
      const opened = openObserved(folder);
      await opened.history.sync(EVERYONE);
      const [source] = await opened.store.sources();
      const { path } = source as StoredSource;
      await opened.store.commit({
        sources: [changeOf(source as StoredSource, { generation: "g", replace: true })],
        promoted: [{ path, generation: "g" }],
      });
      expect(await stateOf(opened)).toBe("catching-up");
      while (await opened.store.sweep(100));
      expect(await stateOf(opened)).toBe("ready");
    }));
});
