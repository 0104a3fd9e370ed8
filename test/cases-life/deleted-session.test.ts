import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bash, customMessage, sessionName, sessionText, toolResult, user } from "../support/session-file.ts";
import { ALPHA } from "./alpha.ts";
import { input, type Life, onEachWay, withLife } from "./open-life.ts";

const CASE = input("deleted-session/s1.jsonl");

/** One text in every place of a session that words are taken from. */
const everywhere = (id: string, word: string): string =>
  sessionText({
    id,
    cwd: "/ws/alpha",
    entries: [
      user(word),
      bash(word, word),
      toolResult("c", "bash", word),
      customMessage(word, word),
      sessionName(word),
    ],
  });

/** True when any file of the index holds the text: no terms of deleted sessions may stay on the disk. */
function isOnDisk(indexFolder: string, text: string): boolean {
  return readdirSync(indexFolder).some((name) => readFileSync(join(indexFolder, name)).includes(text));
}

async function expectGone({ opened, found }: Life, sessionId: string, entryId: string, word: string): Promise<void> {
  expect(await found(word)).toEqual([]);
  const { history, store } = opened();
  await expect(history.read({ sessionId, entryId }, ALPHA)).rejects.toMatchObject({
    code: "NotFound",
    message: "Not found in this workspace.",
  });
  await expect(history.trace({ sessionId, entryId }, ALPHA)).rejects.toMatchObject({ code: "NotFound" });
  const sources = await store.sources();
  expect(sources.filter((source) => source.session?.sessionId === sessionId)).toEqual([]);
}

/**
 * Makes a folder unreadable, and returns what makes it readable again. By its mode; for root, who may read everything, by a path that is
 * too long for the operating system: the folders above it get the longest names there are.
 */
function makeUnreadable(root: string, parts: readonly string[]): () => void {
  if (process.getuid?.() !== 0) {
    const folder = join(root, ...parts);
    chmodSync(folder, 0);
    return () => chmodSync(folder, 0o700);
  }
  const long = parts.map((part) => part.padEnd(255, "-"));
  for (let depth = parts.length; depth > 0; depth--) {
    const above = join(root, ...parts.slice(0, depth - 1));
    renameSync(join(above, parts[depth - 1] ?? ""), join(above, long[depth - 1] ?? ""));
  }
  return () => {
    for (let depth = 1; depth <= parts.length; depth++) {
      const above = join(root, ...parts.slice(0, depth - 1));
      renameSync(join(above, long[depth - 1] ?? ""), join(above, parts[depth - 1] ?? ""));
    }
  };
}

onEachWay("A session is deleted (B21)", (way) => {
  test("after a complete walk it is gone, and after a purge from the files of the index", () =>
    withLife(way, { "s1.jsonl": CASE, "kept.jsonl": everywhere("kept", "keptplan") }, async (life) => {
      await life.sync();
      expect(await life.found("secretplan")).toEqual(["b21/a1"]);
      if (way.engine === "fts5") expect(isOnDisk(life.indexFolder, "secretplan")).toBe(true);
      rmSync(join(life.sessions, "s1.jsonl"));
      expect(await life.sync()).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 } });
      await expectGone(life, "b21", "a1", "secretplan");
      await life.opened().history.purge({}, ALPHA);
      expect(isOnDisk(life.indexFolder, "secretplan")).toBe(false);
      expect(await life.found("keptplan")).toHaveLength(5);
      await life.expectFresh("secretplan", "keptplan");
    }));

  test.each(["secretplan", "тайныйплан", "geheim数据库"])("with the word %s in entries of every type", (word) =>
    withLife(way, { "s.jsonl": everywhere("s", word), "kept.jsonl": everywhere("kept", "keptplan") }, async (life) => {
      await life.sync();
      expect(await life.found(word)).toHaveLength(5);
      rmSync(join(life.sessions, "s.jsonl"));
      await life.sync();
      for (const entryId of ["e1", "e2", "e3", "e4", "e5"]) await expectGone(life, "s", entryId, word);
      await life.opened().history.purge({}, ALPHA);
      for (const text of [word, "geheim", Buffer.from(word, "utf16le").toString("latin1")]) {
        expect(isOnDisk(life.indexFolder, text), text).toBe(false);
      }
      await life.expectFresh(word, "keptplan");
    }),
  );

  test("one that comes back is there again, with what it has by then", () =>
    withLife(way, { "s1.jsonl": CASE }, async (life) => {
      const path = join(life.sessions, "s1.jsonl");
      await life.sync();
      rmSync(path);
      await life.sync();
      writeFileSync(
        path,
        sessionText({ id: "b21", cwd: "/ws/alpha", entries: [user("otherplan"), user("secretplan")] }),
      );
      expect((await life.sync()).state).toBe("ready");
      expect([await life.found("otherplan"), await life.found("secretplan")]).toEqual([["b21/e1"], ["b21/e2"]]);
      await life.expectFresh("secretplan", "otherplan");
    }));

  const deep = Array.from({ length: 8 }, (_, at) => `deep${at}`);

  /** A session in the deepest folder and one beside it, below a root whose path is long enough for `makeUnreadable`. */
  async function belowUnreadable(
    act: (life: Life, place: { readonly root: string; readonly hidden: string }) => Promise<void>,
  ): Promise<void> {
    const root = Array.from({ length: 9 }, () => "r".repeat(250));
    await withLife(
      way,
      {},
      async (life) => {
        const path = join(life.sessions, ...root);
        const hidden = join(path, ...deep, "s1.jsonl");
        mkdirSync(dirname(hidden), { recursive: true });
        writeFileSync(hidden, CASE);
        writeFileSync(join(path, "seen.jsonl"), everywhere("seen", "secretplan"));
        await life.sync();
        expect(await life.found("secretplan")).toHaveLength(6);
        await act(life, { root: path, hidden });
      },
      { roots: (sessions) => [join(sessions, ...root)] },
    );
  }

  test("a walk that could not see everything takes nothing out of the index, and serves nothing that is gone", () =>
    belowUnreadable(async (life, { root, hidden }) => {
      const makeReadable = makeUnreadable(root, deep);
      try {
        rmSync(join(root, "seen.jsonl"));
        const coverage = await life.sync();
        expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "unreadable", count: 1 }] });
        const held = await life.opened().store.sources();
        expect(held.map((source) => source.session?.sessionId).toSorted()).toEqual(["b21", "seen"]);
        // Neither source can be read, so neither is shown; the answer says that the index is behind.
        const answer = await life.opened().history.search({ query: "secretplan" }, ALPHA);
        expect([answer.hits, answer.coverage.state]).toEqual([[], "catching-up"]);
        const read = life.opened().history.read({ sessionId: "seen", entryId: "e1" }, ALPHA);
        await expect(read).rejects.toMatchObject({ code: "SourceChanged" });
      } finally {
        makeReadable();
      }
      await life.sync();
      expect(await life.found("secretplan")).toEqual(["b21/a1"]);
      rmSync(hidden);
      expect(await life.sync()).toMatchObject({ state: "ready", skipped: [], sessions: { indexed: 0, known: 0 } });
      await expectGone(life, "b21", "a1", "secretplan");
    }));

  const files = { "s1.jsonl": CASE, "t.jsonl": everywhere("t", "secretplan") };

  test("a root that is certainly gone takes its sessions with it", () =>
    withLife(way, files, async (life) => {
      await life.sync();
      rmSync(life.sessions, { recursive: true });
      expect(await life.sync()).toMatchObject({ state: "ready", sessions: { indexed: 0, known: 0 } });
      await expectGone(life, "b21", "a1", "secretplan");
      await expectGone(life, "t", "e3", "secretplan");
      mkdirSync(life.sessions);
    }));

  test("a root that may only be out of reach does not", () =>
    withLife(way, files, async (life) => {
      await life.sync();
      renameSync(life.sessions, `${life.sessions}-unplugged`);
      symlinkSync(`${life.sessions}-plugged-in`, life.sessions);
      expect(await life.sync()).toMatchObject({ state: "partial", skipped: [{ reason: "unreadable", count: 1 }] });
      expect(await life.opened().store.sources()).toHaveLength(2);
      expect(await life.found("secretplan")).toEqual([]);
      rmSync(life.sessions);
      renameSync(`${life.sessions}-unplugged`, life.sessions);
      expect(await life.sync()).toMatchObject({ state: "ready", sessions: { indexed: 2, known: 2 } });
      expect(await life.found("secretplan")).toHaveLength(6);
    }));

  test("one root that is gone does not cost the sessions of another", () =>
    withLife(
      way,
      {},
      async (life) => {
        for (const name of ["one", "two"]) {
          mkdirSync(join(life.sessions, name));
          writeFileSync(join(life.sessions, name, "s.jsonl"), everywhere(name, "secretplan"));
        }
        await life.sync();
        expect(await life.found("secretplan")).toHaveLength(10);
        rmSync(join(life.sessions, "one"), { recursive: true });
        expect(await life.sync()).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 } });
        await expectGone(life, "one", "e1", "secretplan and nothing");
        expect((await life.found("secretplan")).every((ref) => ref.startsWith("two/"))).toBe(true);
      },
      { roots: (sessions) => [join(sessions, "one"), join(sessions, "two")] },
    ));
});
