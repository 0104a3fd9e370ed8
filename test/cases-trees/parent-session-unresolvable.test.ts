import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";
const entries = [user("tetherword")];

/** Every session with its parent, `-` where it has none. */
async function parents(opened: OpenedCase): Promise<Record<string, string>> {
  const { sessions } = await opened.sessions();
  return Object.fromEntries(sessions.map((session) => [session.sessionId, session.parentSessionId ?? "-"]));
}

onEachEngine("A parent session that is named in a strange way or cannot be found (B60)", (engine) => {
  test("resolves by path, else by a unique base name of either style; ignores itself and what is no text", () =>
    withCase({ engine, input: "parent-session-unresolvable" }, async (opened) => {
      expect(await parents(opened)).toEqual({ b60p: "-", b60a: "b60p", b60w: "b60p", b60s: "-", b60n: "-" });
      const family = (await opened.lineage("b60w")).sessions.map(({ sessionId, depth }) => [sessionId, depth]);
      expect(family).toEqual([
        ["b60p", 0],
        ["b60a", 1],
        ["b60w", 1],
      ]);
      expect((await opened.lineage("b60s")).sessions.map(({ sessionId }) => sessionId)).toEqual(["b60s"]);
      const { hits } = await opened.search("linkword");
      expect(new Map(hits.map((hit) => [hit.sessionId, hit.copies?.count ?? 0]))).toEqual(
        new Map([
          ["b60p", 2],
          ["b60s", 0],
          ["b60n", 0],
        ]),
      );
      expect(await opened.trace("b60s", "a1")).toMatchObject({ related: [], forks: [] });
    }));

  test("a mutual pair and a ring of three end, cut at their earliest session", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const ring = (id: string, parent: string, day: number) =>
            sessionFile(folder, {
              id,
              cwd,
              entries,
              parentSession: join(folder, `${parent}.jsonl`),
              timestamp: `2026-04-0${day}T00:00:00.000Z`,
            });
          ring("pair-one", "pair-two", 2);
          ring("pair-two", "pair-one", 1);
          ring("ring-a", "ring-b", 5);
          ring("ring-b", "ring-c", 3);
          ring("ring-c", "ring-a", 4);
          ring("tail", "ring-a", 6);
        },
      },
      async (opened) => {
        expect(await parents(opened)).toEqual({
          "pair-one": "pair-two",
          "pair-two": "-",
          "ring-a": "ring-b",
          "ring-b": "-",
          "ring-c": "ring-a",
          tail: "ring-a",
        });
        expect((await opened.lineage("tail")).sessions.map(({ sessionId, depth }) => [sessionId, depth])).toEqual([
          ["ring-b", 0],
          ["ring-a", 1],
          ["ring-c", 2],
          ["tail", 2],
        ]);
        const { hits } = await opened.search("tetherword");
        expect(hits.map((hit) => [hit.sessionId, hit.copies?.count]).sort()).toEqual([
          ["pair-two", 1],
          ["ring-b", 3],
        ]);
      },
    ));

  test.each([
    ["an array", ["p.jsonl"]],
    ["an object", { path: "p.jsonl" }],
    ["null", null],
    ["true", true],
    ["an empty text", ""],
    ["only separators", "///"],
    ["a directory", "@folder"],
    ["a NUL", "/x\u0000/p2.jsonl"],
    ["a name of a prototype", "__proto__"],
    ["a path in another letter case", "/gone/P.JSONL"],
    ["a base name with white space", "/gone/p.jsonl "],
  ])("%s names no parent and shows nothing", (_, parentSession) =>
    withCase(
      {
        engine,
        place: (folder) => {
          sessionFile(folder, { id: "p", cwd, entries });
          const named = parentSession === "@folder" ? folder : parentSession;
          sessionFile(folder, { id: "child", cwd, entries, header: { parentSession: named } });
        },
      },
      async (opened) => {
        expect(await parents(opened)).toEqual({ p: "-", child: "-" });
        expect((await opened.lineage("child")).sessions).toHaveLength(1);
        expect((await opened.read("child", "e1")).forks).toEqual([]);
        expect(JSON.stringify([await opened.lineage("child"), await opened.trace("child", "e1")])).not.toContain(
          "gone",
        );
      },
    ),
  );

  test.each([
    ["a relative path", "../elsewhere/p.jsonl"],
    ["a bare name", "p.jsonl"],
    ["a network path", "\\\\server\\share\\p.jsonl"],
    ["a Windows path with forward separators", "D:/pi/sessions/p.jsonl"],
    ["a path on another machine", "/home/someone/.pi/agent/sessions/--ws-alpha--/p.jsonl"],
  ])("%s resolves through the base name that only one file has", (_, parentSession) =>
    withCase(
      {
        engine,
        place: (folder) => {
          sessionFile(folder, { id: "original", cwd, name: "moved/p.jsonl", entries: [...entries, user("stay")] });
          sessionFile(folder, { id: "child", cwd, parentSession, entries: [...entries, user("leave", { id: "x" })] });
        },
      },
      async (opened) => {
        expect(await parents(opened)).toEqual({ original: "-", child: "original" });
        expect((await opened.read("child", "e1")).forks).toEqual([
          {
            kind: "session-fork",
            at: { sessionId: "original", entryId: "e1" },
            candidates: [
              { sessionId: "original", entryId: "e2" },
              { sessionId: "child", entryId: "x" },
            ],
          },
        ]);
      },
    ),
  );

  test("a base name that two files have resolves to neither, unless the path itself decides", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const first = sessionFile(folder, { id: "first", cwd, name: "a/p.jsonl", entries });
          sessionFile(folder, { id: "second", cwd, name: "b/p.jsonl", entries });
          sessionFile(folder, { id: "lost", cwd, parentSession: "/gone/p.jsonl", entries });
          sessionFile(folder, { id: "found", cwd, parentSession: first, entries });
        },
      },
      async (opened) => {
        expect(await parents(opened)).toEqual({ first: "-", second: "-", lost: "-", found: "first" });
      },
    ));

  test("a parent outside the workspace is no parent, and children that name it are siblings", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const secret = sessionFile(folder, { id: "secret", cwd: "/ws/beta", entries });
          for (const id of ["one", "two"]) sessionFile(folder, { id, cwd, parentSession: secret, entries });
        },
      },
      async (opened) => {
        expect(await parents(opened)).toEqual({ one: "-", two: "-" });
        const lineage = await opened.lineage("two");
        expect(lineage.sessions.map(({ sessionId, depth }) => [sessionId, depth])).toEqual([
          ["one", 0],
          ["two", 0],
        ]);
        const answers = [lineage, await opened.trace("two", "e1", 2), await opened.search("tetherword")];
        expect(JSON.stringify(answers)).not.toContain("secret");
        expect((await opened.search("tetherword")).hits.map((hit) => [hit.sessionId, hit.copies?.count])).toEqual([
          ["one", 1],
        ]);
      },
    ));

  test("a parent reached through a link counts, also when it comes after its child, as in a fresh index", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          mkdirSync(join(folder, "real"));
          symlinkSync(join(folder, "real"), join(folder, "link"));
          const parentSession = join(folder, "link", "p.jsonl");
          sessionFile(folder, { id: "child", cwd, parentSession, entries });
          sessionFile(folder, { id: "namesake", cwd, name: "other/p.jsonl", entries });
          sessionFile(folder, { id: "late-namesake", cwd, name: "other/deeper/p.jsonl", entries });
        },
      },
      async (opened) => {
        expect(await parents(opened)).toEqual({ child: "-", namesake: "-", "late-namesake": "-" });
        await opened.change(
          () => void sessionFile(join(opened.folder, "real"), { id: "parent", cwd, name: "p.jsonl", entries }),
        );
        expect(await parents(opened)).toMatchObject({ child: "parent", parent: "-" });
      },
    ));

  test("a parent that moves is found again by its base name, and lost when it goes", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const parentSession = sessionFile(folder, { id: "parent", cwd, entries });
          sessionFile(folder, { id: "child", cwd, parentSession, entries });
        },
      },
      async (opened) => {
        const moved = join(opened.folder, "archive", "parent.jsonl");
        await opened.change(() => {
          mkdirSync(join(opened.folder, "archive"));
          renameSync(join(opened.folder, "parent.jsonl"), moved);
        });
        expect(await parents(opened)).toEqual({ parent: "-", child: "parent" });
        await opened.change(() => rmSync(moved));
        expect(await parents(opened)).toEqual({ child: "-" });
        expect((await opened.search("tetherword")).hits.map((hit) => hit.sessionId)).toEqual(["child"]);
      },
    ));
});
