import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHistory } from "../../../../src/container.ts";
import type { RecallDiscoverRequest } from "../../../../src/domain/use-cases/history.ts";
import { composeIndex } from "../../../../src/adapters/memory/compose-index.ts";
import type { Analyzer } from "../../../../src/ports/search-engine.ts";
import { MinimalEngine } from "../../../contract/minimal-engine.ts";
import { ALPHA, onEachEngine, withCase } from "../../../cases-trees/open-case.ts";
import { assistant, sessionFile, user } from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { foundIds, withSearchableSessions } from "./with-searchable-sessions.ts";

const cwd = "/ws/alpha";

onEachEngine("recall discovers in", (engine) => {
  test("an inherited message for the parent-most visible session, a fork by what it holds of its own", () => {
    const shared = [user("common needle", { id: "one" }), assistant("answer", {}, { id: "two" })];
    const place = (folder: string) => {
      const parentSession = sessionFile(folder, { id: "parent", cwd, entries: shared });
      const child = sessionFile(folder, {
        id: "child",
        cwd,
        parentSession,
        entries: [...shared, user("own pin", { id: "c" })],
      });
      sessionFile(folder, {
        id: "grandchild",
        cwd: "/ws/beta",
        parentSession: child,
        entries: [...shared, user("own pin", { id: "c" }), user("far pin", { id: "g" })],
      });
      // Its parent is not to be seen here.
      const hidden = sessionFile(folder, {
        id: "hidden",
        cwd: "/ws/beta",
        entries: [user("veiled needle", { id: "v" })],
      });
      sessionFile(folder, { id: "heir", cwd, parentSession: hidden, entries: [user("veiled needle", { id: "v" })] });
    };
    return withSearchableSessions(engine, place, async (discover) => {
      const needles = await discover({ query: "common", limit: 10 });
      expect(foundIds(needles)).toEqual(["parent"]);
      expect(needles.totals).toEqual({ sessions: 1, messages: 1 });
      const pins = await discover({ query: "pin", limit: 10 });
      expect(foundIds(pins)).toEqual(["child"]);
      expect(pins.sessions[0]).toMatchObject({ matchMessageId: "c", matchingMessages: 1 });
      expect(foundIds(await discover("veiled"))).toEqual(["heir"]);
      const inBeta = { cwd: "/ws/beta", workspaces: ["/ws/beta"] };
      expect(foundIds(await discover("common", inBeta))).toEqual(["grandchild"]);
      const everyone = { cwd: "/", everything: true };
      const all = await discover({ query: "pin OR needle", limit: 10 }, everyone);
      expect(foundIds(all).toSorted()).toEqual(["child", "grandchild", "hidden", "parent"]);
      expect(all.totals).toEqual({ sessions: 4, messages: 4 });
    });
  });

  test("without the caller's own session, what it inherited, and temporary folders", () => {
    const shared = [user("needle begun", { id: "one" })];
    const place = (folder: string) => {
      const parentSession = sessionFile(folder, {
        id: "parent",
        cwd,
        entries: [...shared, user("needle later", { id: "p" })],
      });
      sessionFile(folder, { id: "own", cwd, parentSession, entries: [...shared, user("needle mine", { id: "o" })] });
      sessionFile(folder, { id: "temporary", cwd, name: "--tmp-x--/t.jsonl", entries: [user("needle in tmp")] });
    };
    return withSearchableSessions(engine, place, async (discover) => {
      expect(foundIds(await discover("needle")).toSorted()).toEqual(["own", "parent"]);
      const found = await discover("needle", { ...ALPHA, session: { sessionId: "own" } });
      expect(found).toMatchObject({
        sessions: [{ sessionId: "parent", matchMessageId: "p", matchingMessages: 1 }],
        totals: { sessions: 1, messages: 1 },
      });
    });
  });

  test("filtered by folder, role and time, each checked", () =>
    withSearchableSessions(
      engine,
      [
        { id: "top", entries: [user("needle"), assistant("needle")] },
        { id: "deep", cwd: "/ws/alpha/deep", timestamp: "2026-02-01T00:00:00.000Z", entries: [assistant("needle")] },
      ],
      async (discover) => {
        const found = async (more: Omit<RecallDiscoverRequest, "query">) =>
          foundIds(await discover({ query: "needle", ...more })).toSorted();
        expect(await found({})).toEqual(["deep", "top"]);
        expect(await found({ cwd: "/ws/alpha/deep" })).toEqual(["deep"]);
        expect(await found({ cwd: "/ws/beta" })).toEqual([]);
        expect(await found({ role: "user" })).toEqual(["top"]);
        expect((await discover({ query: "needle", role: "assistant" })).totals).toEqual({ sessions: 2, messages: 2 });
        expect(await found({ time: { from: "2026-01-15" } })).toEqual(["deep"]);
        expect(await found({ time: { to: "2026-01-01" } })).toEqual(["top"]);
        await expect(found({ cwd: "deep" })).rejects.toMatchObject({ code: "InvalidFilter" });
        await expect(found({ role: "toolResult" as "user" })).rejects.toMatchObject({ code: "InvalidFilter" });
        await expect(found({ time: { from: "tomorrow" } })).rejects.toMatchObject({ code: "InvalidFilter" });
      },
    ));

  test("sessions that are not searchable yet are counted, of those that the caller may see", () => {
    const place = (folder: string) => void sessionFile(folder, { id: "old", cwd, entries: [user("needle")] });
    return withCase({ engine, place }, async ({ history, folder, change }) => {
      const discover = () => history.recallDiscover({ query: "needle" }, ALPHA);
      expect(await discover()).toMatchObject({ sessions: [], pendingSessions: 1 });
      await history.sync(ALPHA, { discovery: true });
      expect(await discover()).toMatchObject({ pendingSessions: 0 });
      await change(() => {
        sessionFile(folder, { id: "new", cwd, entries: [user("needle")] });
        sessionFile(folder, { id: "theirs", cwd: "/ws/beta", entries: [user("needle")] });
      });
      expect(await discover()).toMatchObject({ sessions: [{ sessionId: "old" }], pendingSessions: 1 });
      await history.sync(ALPHA, { discovery: true });
      expect(await discover()).toMatchObject({ totals: { sessions: 2 }, pendingSessions: 0 });
    });
  });

  test("where a file has changed the next message stands for the session, and where it is gone the next session", () =>
    withTemporaryFolder(async (top) => {
      const folder = join(top, "sessions");
      const path = sessionFile(folder, {
        id: "changed",
        cwd,
        entries: [user("needle", { id: "best" }), user("needle in a haystack", { id: "next" })],
      });
      const gone = sessionFile(folder, { id: "gone", cwd, entries: [user("needle")] });
      sessionFile(folder, { id: "stays", cwd, entries: [user("a needle in quite another place")] });
      const { history } = await openHistory({
        sessions: [folder],
        ...(engine === "fts5" ? { engine: "fts5", index: join(top, "index.sqlite") } : { engine: "memory" }),
        env: { PI_CODING_AGENT_DIR: join(top, "agent") },
        log: false,
      });
      await history.sync(ALPHA, { discovery: true });
      expect(foundIds(await history.recallDiscover({ query: "needle", limit: 2 }, ALPHA)).toSorted()).toEqual([
        "changed",
        "gone",
      ]);
      writeFileSync(path, readFileSync(path, "utf8").replace('"needle"', '"noodle"'));
      rmSync(gone);
      const found = await history.recallDiscover({ query: "needle", limit: 2 }, ALPHA);
      expect(found).toMatchObject({
        sessions: [
          { sessionId: "changed", matchMessageId: "next" },
          { sessionId: "stays", matchingMessages: 1 },
        ],
        coverage: { state: "catching-up" },
      });
      await history.close();
    }));
});

test("an index without discovery says so, and does everything else", () =>
  withTemporaryFolder(async (folder) => {
    sessionFile(folder, { id: "s", cwd, entries: [user("needle")] });
    const engine = (analyzer: Analyzer) => composeIndex(new MinimalEngine(), analyzer);
    const { history } = await openHistory({ sessions: [folder], engine, log: false });
    await history.sync(ALPHA, { discovery: true });
    await expect(history.recallDiscover({ query: "needle" }, ALPHA)).rejects.toMatchObject({
      code: "IndexUnavailable",
      message: "This index has no discovery: browse, read and scroll work without it.",
    });
    expect((await history.recallBrowse({}, ALPHA)).sessions).toHaveLength(1);
    await history.close();
  }));
