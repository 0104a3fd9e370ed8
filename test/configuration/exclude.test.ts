import { appendFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitWorkspaces } from "../../src/adapters/git/git-workspaces.ts";
import { silentDiagnostics } from "../../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../../src/adapters/local/system-clock.ts";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { createSessionFiles } from "../../src/adapters/session-files/session-files.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { createHistory } from "../../src/domain/use-cases/create-history.ts";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import { Exclusions } from "../../src/domain/use-cases/scope/exclusions.ts";
import type { SessionSource } from "../../src/ports/session-source.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { type Machine, onMachine } from "./configured-history.ts";

const everyone: Caller = { cwd: "/", everything: true };
const ENGINES = ["fts5", "memory"] as const;

/** Four sessions that say `harbourword`, and one more where each of the others is talked about. */
function place({ sessions }: Machine): void {
  const entries = (word: string) => [user(`harbourword ${word}`)];
  sessionFile(sessions, { id: "open", cwd: "/work/open", name: "a/open.jsonl", entries: entries("openword") });
  sessionFile(sessions, { id: "by-id", cwd: "/work/open", name: "a/by-id.jsonl", entries: entries("idword") });
  sessionFile(sessions, { id: "by-cwd", cwd: "/work/secret/deep", name: "a/c.jsonl", entries: entries("cwdword") });
  sessionFile(sessions, { id: "by-place", cwd: "/work/open", name: "vault/p.jsonl", entries: entries("placeword") });
}

const EXCLUDED = ["by-cwd", "by-id", "by-place"];
const excludeAll = ({ sessions }: Machine) => ["by-id", "/work/secret", join(sessions, "vault")];

async function found(history: History, caller = everyone): Promise<string[]> {
  const { hits, totals } = await history.search({ query: "harbourword" }, caller);
  expect(totals.events).toBe(hits.length);
  return hits.map((hit) => hit.sessionId).toSorted();
}

/** Whatever can be asked about a session, asked by its id: every answer must be the one failure. */
async function expectUnknown(history: History, sessionId: string): Promise<void> {
  const entry = { sessionId, entryId: "e1" };
  const answers = [
    history.search({ query: "harbourword", sessionId }, everyone),
    history.read(entry, everyone),
    history.trace(entry, everyone),
    history.lineage({ sessionId }, everyone),
    history.open({ sessionId }, everyone),
  ];
  const failure = { code: "NotFound", message: "Not found in this workspace." };
  await Promise.all(answers.map((answer) => expect(answer).rejects.toMatchObject(failure)));
}

describe.each(ENGINES)("an excluded session (%s)", (engine) => {
  test("is not indexed, not found, and not counted", async () => {
    await onMachine(async (machine) => {
      place(machine);
      machine.configure({ exclude: excludeAll(machine), engine });
      await machine.use(async (history) => {
        const coverage = await history.sync(everyone);
        expect(coverage).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 }, skipped: [] });
        expect(await found(history)).toEqual(["open"]);
        for (const sessionId of EXCLUDED) await expectUnknown(history, sessionId);
        expect((await history.sessions({}, everyone)).sessions.map((session) => session.sessionId)).toEqual(["open"]);
        const nothing = await history.search({ query: "harbourword idword" }, everyone);
        expect(nothing.noMatch?.clauses).toEqual([
          { text: "harbourword", events: 1 },
          { text: "idword", events: 0 },
        ]);
      });
    });
  });

  test("is no finding of doctor's", async () => {
    await onMachine(async (machine) => {
      place(machine);
      machine.configure({ exclude: excludeAll(machine), engine });
      await machine.use(async (history) => {
        await history.sync(everyone);
        expect(await history.verify({ repair: false }, everyone)).toMatchObject({
          ok: true,
          files: { checked: 1, differing: 0, pending: 0 },
        });
      });
    });
  });

  test("does not come in by growing, nor by taking the place of another one", async () => {
    await onMachine(async (machine) => {
      place(machine);
      machine.configure({ exclude: excludeAll(machine), engine });
      await machine.use(async (history) => {
        await history.sync(everyone);
        for (const name of ["a/by-id.jsonl", "a/c.jsonl", "vault/p.jsonl"]) {
          appendFileSync(
            join(machine.sessions, name),
            `${JSON.stringify({ ...user("harbourword later"), id: "l" })}\n`,
          );
        }
        sessionFile(machine.sessions, {
          id: "by-id",
          cwd: "/work/open",
          name: "a/open.jsonl",
          entries: [user("harbourword as another one")],
        });
        expect(await history.sync(everyone)).toMatchObject({ sessions: { indexed: 0, known: 0 }, skipped: [] });
        expect(await found(history)).toEqual([]);
      });
      // Not merely hidden: who excludes nothing finds none in the index either.
      machine.configure({ engine });
      await machine.use(async (history) => expect(await found(history)).toEqual([]));
    });
  });
});

test("leaves an index that holds it: invisible at once, gone with the next sync, its words off the disk with purge", async () => {
  await onMachine(async (machine) => {
    place(machine);
    const index = join(machine.folder, "index", "i.sqlite");
    mkdirSync(join(machine.folder, "index"));
    machine.configure({ index });
    await machine.use(async (history) => {
      await history.sync(everyone);
      expect(await found(history)).toEqual([...EXCLUDED, "open"].toSorted());
    });
    expect(readFileSync(index).includes("placeword")).toBe(true);
    machine.configure({ index, exclude: excludeAll(machine) });
    await machine.use(async (history) => {
      expect(await found(history)).toEqual(["open"]);
      for (const sessionId of EXCLUDED) await expectUnknown(history, sessionId);
      expect((await history.status(everyone)).coverage.sessions).toEqual({ indexed: 1, known: 1 });
      await history.purge({}, everyone);
    });
    const left = readFileSync(index);
    expect(["openword", "idword", "cwdword", "placeword", "by-cwd"].map((word) => left.includes(word))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    machine.configure({ index });
    await machine.use(async (history) => {
      expect(await found(history)).toEqual(["open"]);
      await history.sync(everyone);
      expect(await found(history)).toEqual([...EXCLUDED, "open"].toSorted());
    });
  });
});

test("leaves alone what lies outside of the session folders in force", async () => {
  await onMachine(async (machine) => {
    place(machine);
    const archive = join(machine.folder, "archive");
    sessionFile(archive, { id: "archived", cwd: "/work/secret", entries: [user("harbourword")] });
    const index = join(machine.folder, "i.sqlite");
    const both = { sessions: [machine.sessions, archive], index };
    await machine.use((history) => history.sync(everyone), {}, both);
    machine.configure({ exclude: ["/work/secret", "by-id"] });
    await machine.use((history) => history.sync(everyone), {}, { sessions: [machine.sessions], index });
    machine.configure({});
    await machine.use(
      async (history) => expect(await found(history)).toEqual(["archived", "by-place", "open"]),
      {},
      both,
    );
  });
});

test("stays invisible while another process, which has not heard of it, puts it back", async () => {
  await onMachine(async (machine) => {
    place(machine);
    const env = { PI_EVENT_RECALL_EXCLUDE: excludeAll(machine).join(":") };
    await machine.use(async (excluding) => {
      await machine.use(async (other) => {
        await excluding.sync(everyone);
        await other.sync(everyone);
        expect(await found(other)).toHaveLength(4);
        expect(await found(excluding)).toEqual(["open"]);
        for (const sessionId of EXCLUDED) await expectUnknown(excluding, sessionId);
        await excluding.sync(everyone);
        expect(await found(other)).toEqual(["open"]);
      });
    }, env);
  });
});

test("leaves the index though a folder beside it cannot be read, so that no walk is complete", async () => {
  await onMachine(async (machine) => {
    place(machine);
    const files = createSessionFiles();
    const incomplete: SessionSource = {
      ...files,
      walk: async (...question) => ({ ...(await files.walk(...question)), completeRoots: [] }),
    };
    const open = (sessionIds: readonly string[]) => ({
      ...index,
      source: incomplete,
      workspaces: createGitWorkspaces(),
      hasher: createSha256Hasher(),
      clock: systemClock,
      diagnostics: silentDiagnostics,
      runId: "test",
      roots: [machine.sessions],
      exclusions: new Exclusions({ sessionIds, folders: [] }),
    });
    const index = openMiniSearchIndex(createAnalyzer("test"));
    await createHistory(open([])).sync(everyone);
    await createHistory(open(["by-id"])).sync(everyone);
    expect(await found(createHistory(open([])))).toEqual(["by-cwd", "by-place", "open"]);
  });
});

test("takes nothing else with it: names that only begin alike, forks, the same place by another name", async () => {
  await onMachine(async (machine) => {
    const entries = [user("harbourword")];
    const parent = sessionFile(machine.sessions, { id: "parent", cwd: "/work/a", name: "a/parent.jsonl", entries });
    sessionFile(machine.sessions, { id: "fork", cwd: "/work/a", name: "a/f.jsonl", entries, parentSession: parent });
    sessionFile(machine.sessions, { id: "parent-2", cwd: "/work/secrets", name: "vaults/x.jsonl", entries });
    const real = join(machine.folder, "real");
    mkdirSync(join(real, "project"), { recursive: true });
    symlinkSync(real, join(machine.folder, "link"));
    sessionFile(machine.sessions, { id: "linked", cwd: join(real, "project"), name: "b/l.jsonl", entries });
    machine.configure({
      exclude: ["parent", "/work/secret", join(machine.sessions, "vault"), join(machine.folder, "link")],
    });
    await machine.use(async (history) => {
      await history.sync(everyone);
      expect(await found(history)).toEqual(["fork", "parent-2"]);
      expect((await history.lineage({ sessionId: "fork" }, everyone)).sessions).toEqual([
        expect.objectContaining({ sessionId: "fork", depth: 0 }),
      ]);
      expect(JSON.stringify(await history.read({ sessionId: "fork", entryId: "e1" }, everyone))).not.toContain(
        '"parent"',
      );
    });
  });
});

test("may be the caller's own", async () => {
  await onMachine(async (machine) => {
    place(machine);
    machine.configure({ exclude: ["by-id"] });
    await machine.use(async (history) => {
      await history.sync(everyone);
      const caller: Caller = { ...everyone, session: { sessionId: "by-id", leafId: "e1", invokedBy: "e1" } };
      expect(await found(history, caller)).toEqual(["by-cwd", "by-place", "open"]);
      await expect(history.search({ query: "harbourword", sessionId: "current" }, caller)).rejects.toMatchObject({
        code: "NotFound",
      });
    });
  });
});
