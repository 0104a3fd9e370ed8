import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bash, customMessage, type SessionEntry, sessionText, toolResult, user } from "../support/session-file.ts";
import { input, type Life, onEachWay, withLife } from "./open-life.ts";

const contentA = input("replaced-file/a.jsonl");
const contentB = input("replaced-file/b.jsonl");
const session = (id: string, ...entries: readonly SessionEntry[]): string =>
  sessionText({ id, cwd: "/ws/alpha", entries });

/** Puts a file in the place of another as editors and backups do: written beside it, then renamed over it. */
function renameOver(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.written`, content);
  renameSync(`${path}.written`, path);
}

/** Exchanges the names of two files; both keep their inodes. */
function exchange(one: string, two: string): void {
  renameSync(one, `${one}.between`);
  renameSync(two, one);
  renameSync(`${one}.between`, two);
}

/** Makes a file with the inode of one that has just been deleted; false where the file system does not give it again. */
function createOverInode(inode: number, path: string, content: string): boolean {
  for (let attempt = 0; attempt < 50; attempt++) {
    writeFileSync(path, content);
    if (statSync(path).ino === inode) return true;
    renameSync(path, `${path}.kept${attempt}`);
  }
  writeFileSync(path, content);
  return false;
}

onEachWay("A path, an inode and a size are no identity (B20)", (way) => {
  const inPlace = (
    files: Record<string, string | Uint8Array>,
    act: (life: Life, path: (name: string) => string) => Promise<void>,
  ) =>
    withLife(way, files, async (life) => {
      expect((await life.sync()).state).toBe("ready");
      await act(life, (name) => join(life.sessions, name));
      await life.sync();
      await life.expectFresh("contentA", "contentB", "contentC");
    });

  test("renamed over, deleted and created again, and exchanged", () =>
    inPlace({ "a.jsonl": contentA }, async ({ sync, found }, path) => {
      expect(await found("contentA")).toEqual(["b20a/a1"]);
      renameOver(path("a.jsonl"), contentB);
      await sync();
      expect([await found("contentA"), await found("contentB")]).toEqual([[], ["b20b/a1"]]);
      rmSync(path("a.jsonl"));
      writeFileSync(path("b.jsonl"), contentA);
      await sync();
      expect([await found("contentA"), await found("contentB")]).toEqual([["b20a/a1"], []]);
      writeFileSync(path("a.jsonl"), contentB);
      await sync();
      exchange(path("a.jsonl"), path("b.jsonl"));
      await sync();
      expect([await found("contentA"), await found("contentB")]).toEqual([["b20a/a1"], ["b20b/a1"]]);
    }));

  /** Contents that a file `s` of the events below is renamed over by. */
  const first = session("s", user("contentA"), toolResult("c", "bash", "contentA"));
  const OVER: Readonly<Record<string, string>> = {
    "with the same header, larger": session("s", user("contentB"), bash("contentB", "contentB"), user("contentC")),
    "with the same header and size": first.replaceAll("contentA", "contentB"),
    "with another session of the same size": first.replace('"id":"s"', '"id":"t"').replaceAll("contentA", "contentC"),
    "with what it was and more": `${first}${session("s", user("x"), user("y"), customMessage("note", "contentB", { parentId: "e2" })).split("\n")[3]}\n`,
    "with a part of what it was": `${first.split("\n").slice(0, 2).join("\n")}\n`,
    "with what it was": first,
  };

  test.each(Object.entries(OVER))("renamed over %s", (_name, content) =>
    inPlace({ "s.jsonl": first }, async ({ sync, found }, path) => {
      const { mtime } = statSync(path("s.jsonl"));
      renameOver(path("s.jsonl"), content);
      // The copy keeps the time, as `cp -p`, `rsync` and backups do.
      utimesSync(path("s.jsonl"), mtime, mtime);
      await sync();
      for (const word of ["contentA", "contentB", "contentC"]) {
        const holding = content.split("\n").filter((line) => line.includes(word));
        expect(await found(word), word).toHaveLength(holding.length);
      }
    }),
  );

  test.each([
    ["under the same name", "s.jsonl"],
    ["under another name", "t.jsonl"],
  ])("another session gets the inode of a deleted file, %s", (_name, name) =>
    inPlace({ "s.jsonl": first }, async ({ sync, found }, path) => {
      const { ino } = statSync(path("s.jsonl"));
      rmSync(path("s.jsonl"));
      const content = session("t", user("contentB"), toolResult("c", "bash", "contentB"), user("contentC, and larger"));
      createOverInode(ino, path(name), content);
      await sync();
      expect([await found("contentA"), await found("contentB"), await found("contentC")]).toEqual([
        [],
        ["t/e1", "t/e2"],
        ["t/e3"],
      ]);
    }),
  );

  test("names exchanged between files of the same size and time", () => {
    const other = first.replace('"id":"s"', '"id":"t"').replaceAll("contentA", "contentB");
    return inPlace({ "s.jsonl": first, "t.jsonl": other }, async ({ sync, found, opened }, path) => {
      const time = new Date(Date.UTC(2026, 0, 1));
      for (const name of ["s.jsonl", "t.jsonl"]) utimesSync(path(name), time, time);
      await sync();
      exchange(path("s.jsonl"), path("t.jsonl"));
      await sync();
      const sources = await opened().store.sources();
      expect(sources.map((source) => [source.path, source.session?.sessionId])).toEqual([
        [path("s.jsonl"), "t"],
        [path("t.jsonl"), "s"],
      ]);
      expect([await found("contentA"), await found("contentB")]).toEqual([
        ["s/e1", "s/e2"],
        ["t/e1", "t/e2"],
      ]);
    });
  });

  test("names passed round among three files, one of them grown meanwhile", () =>
    inPlace(
      { "a.jsonl": contentA, "b.jsonl": contentB, "c.jsonl": session("c", user("contentC")) },
      async ({ sync, found }, path) => {
        renameSync(path("a.jsonl"), path("between"));
        renameSync(path("b.jsonl"), path("a.jsonl"));
        renameSync(path("c.jsonl"), path("b.jsonl"));
        renameSync(path("between"), path("c.jsonl"));
        const more = { ...bash("contentB", "more"), id: "a2", parentId: "a1", timestamp: "2026-02-01T00:00:00Z" };
        writeFileSync(path("a.jsonl"), `${readFileSync(path("a.jsonl"), "utf8")}${JSON.stringify(more)}\n`);
        expect(await sync()).toMatchObject({ state: "ready", sessions: { indexed: 3, known: 3 } });
        expect(await found("contentA")).toEqual(["b20a/a1"]);
        expect(await found("contentB")).toEqual(["b20b/a1", "b20b/a2"]);
        expect(await found("contentC")).toEqual(["c/e1"]);
      },
    ));

  test.each([
    ["another name", "moved.jsonl"],
    ["another folder", "archive/2026/s.jsonl"],
  ])("a session moved to %s: the same events, once", (_name, to) =>
    inPlace({ "s.jsonl": first }, async ({ sync, found, opened }, path) => {
      mkdirSync(path("archive/2026"), { recursive: true });
      renameSync(path("s.jsonl"), path(to));
      expect(await sync()).toMatchObject({ state: "ready", skipped: [], sessions: { indexed: 1, known: 1 } });
      expect(await found("contentA")).toEqual(["s/e1", "s/e2"]);
      expect((await opened().store.sources()).map((source) => source.path)).toEqual([path(to)]);
    }),
  );

  test("a moved session whose old name another one takes", () =>
    inPlace({ "s.jsonl": first }, async ({ sync, found }, path) => {
      renameSync(path("s.jsonl"), path("moved.jsonl"));
      writeFileSync(path("s.jsonl"), session("t", user("contentB"), user("contentB"), user("contentB")));
      expect(await sync()).toMatchObject({ state: "ready", skipped: [], sessions: { indexed: 2, known: 2 } });
      expect([await found("contentA"), await found("contentB")]).toEqual([
        ["s/e1", "s/e2"],
        ["t/e1", "t/e2", "t/e3"],
      ]);
    }));

  test.each([
    ["a second name of the file", linkSync],
    ["a copy of the file", copyFileSync],
  ])("%s is one session, found once, and stays when either name goes", (_name, duplicate) =>
    inPlace({ "s.jsonl": first }, async ({ sync, found }, path) => {
      for (const [kept, gone] of [
        ["s.jsonl", "t.jsonl"],
        ["t.jsonl", "s.jsonl"],
      ] as const) {
        duplicate(path(kept), path(gone));
        const skipped = [{ reason: "duplicate-session", count: 1 }];
        expect(await sync()).toMatchObject({ state: "ready", skipped, sessions: { indexed: 1, known: 1 } });
        expect(await found("contentA")).toEqual(["s/e1", "s/e2"]);
        rmSync(path(kept));
        expect(await sync()).toMatchObject({ state: "ready", skipped: [], sessions: { indexed: 1, known: 1 } });
        expect(await found("contentA")).toEqual(["s/e1", "s/e2"]);
      }
    }),
  );

  test("both names of one file grow at once", () =>
    inPlace({ "s.jsonl": first }, async ({ sync, found }, path) => {
      linkSync(path("s.jsonl"), path("t.jsonl"));
      await sync();
      const more = { ...customMessage("note", "contentC"), id: "x", parentId: "e2", timestamp: "2026-02-01T00:00:00Z" };
      writeFileSync(path("t.jsonl"), `${JSON.stringify(more)}\n`, { flag: "a" });
      await sync();
      expect([await found("contentA"), await found("contentC")]).toEqual([["s/e1", "s/e2"], ["s/x"]]);
    }));
});
