import { cpSync, linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bash, sessionFile, toolResult, user } from "../support/session-file.ts";
import { type Engine, onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";

/** Every order of the items. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

onEachEngine("One session is reached under several paths (B85)", (engine) => {
  const spellings = ["sessions", "sessions/../sessions", "alias", "archive"];

  test.each(orders(spellings))("one session and one hit with roots %s, %s, %s, %s", (...order) =>
    withCase(
      {
        engine,
        input: "one-file-two-spellings",
        place: (folder) => symlinkSync(join(folder, "sessions"), join(folder, "alias")),
        roots: (folder) => order.map((root) => `${folder}/${root}`),
      },
      async ({ search, sessions, coverage }) => {
        const { hits, totals } = await search("onceonly");
        expect(hits.map((hit) => [hit.sessionId, hit.copies])).toEqual([["b85", undefined]]);
        expect(totals).toEqual({ events: 1, fragments: 1 });
        expect((await sessions()).sessions).toHaveLength(1);
        expect(coverage).toMatchObject({
          state: "ready",
          sessions: { indexed: 1, known: 1 },
          skipped: [{ reason: "duplicate-session", count: 1 }],
        });
      },
    ),
  );

  /** Two files of one session, in folders `a` and `b`; both orders of the roots must choose the same. */
  async function winner(
    way: Engine,
    place: (folder: string) => void,
    act: (opened: OpenedCase) => Promise<void>,
  ): Promise<void> {
    for (const order of [
      ["a", "b"],
      ["b", "a"],
    ]) {
      await withCase({ engine: way, place, roots: (folder) => order.map((root) => join(folder, root)) }, act);
    }
  }

  test("the file with the latest last entry wins, though it is smaller and has the larger path", () =>
    winner(
      engine,
      (folder) => {
        sessionFile(folder, { id: "s", cwd, name: "a/s.jsonl", entries: [user("oldword ".repeat(50))] });
        const later = { timestamp: "2026-05-01T00:00:00.000Z" };
        sessionFile(folder, { id: "s", cwd, name: "b/s.jsonl", entries: [user("newword", later)] });
      },
      async ({ search, sessions }) => {
        expect((await search("newword")).hits).toHaveLength(1);
        expect((await search("oldword")).hits).toEqual([]);
        expect((await sessions()).sessions).toMatchObject([{ lastActivity: "2026-05-01T00:00:00.000Z" }]);
      },
    ));

  test("of two with the same last entry the larger wins, then the smaller real path", async () => {
    await winner(
      engine,
      (folder) => {
        const last = user("end", { id: "z", timestamp: "2026-05-01T00:00:00.000Z" });
        sessionFile(folder, { id: "s", cwd, name: "a/s.jsonl", entries: [last] });
        sessionFile(folder, { id: "s", cwd, name: "b/s.jsonl", entries: [user("moreword"), last] });
      },
      async ({ search }) => expect((await search("moreword")).hits).toHaveLength(1),
    );
    await winner(
      engine,
      (folder) => {
        sessionFile(folder, { id: "s", cwd, name: "b/s.jsonl", entries: [user("rightword")] });
        sessionFile(folder, { id: "s", cwd, name: "a/s.jsonl", entries: [user("lefthword")] });
      },
      async ({ search }) => {
        expect((await search("lefthword")).hits).toHaveLength(1);
        expect((await search("rightword")).hits).toEqual([]);
      },
    );
  });

  test("a file without a readable last time loses; hard links and renamed copies are one session", () =>
    winner(
      engine,
      (folder) => {
        const one = sessionFile(folder, { id: "s", cwd, name: "b/s.jsonl", entries: [user("timedword")] });
        linkSync(one, join(folder, "b", "hard.jsonl"));
        const entries = [user("untimedword ".repeat(20), { timestamp: "yesterday" })];
        sessionFile(folder, { id: "s", cwd, name: "a/s.jsonl", entries });
        cpSync(one, join(folder, "a", "copy of s.jsonl"));
      },
      async ({ search, sessions, coverage }) => {
        expect((await search("timedword")).hits).toHaveLength(1);
        expect((await search("untimedword")).hits).toEqual([]);
        expect((await sessions()).sessions).toHaveLength(1);
        expect(coverage.skipped).toEqual([{ reason: "duplicate-session", count: 3 }]);
      },
    ));

  test("an append to the loser makes it the winner, and its removal gives the place back", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          for (const name of ["a/s.jsonl", "b/s.jsonl"])
            sessionFile(folder, { id: "s", cwd, name, entries: [user("one")] });
        },
      },
      async ({ folder, change, search }) => {
        await change(
          () =>
            void sessionFile(folder, { id: "s", cwd, name: "b/s.jsonl", entries: [user("one"), user("growthword")] }),
        );
        expect((await search("growthword")).hits).toHaveLength(1);
        await change(() => void sessionFile(folder, { id: "s", cwd, name: "b/s.jsonl", entries: [user("one")] }));
        expect((await search("growthword")).hits).toEqual([]);
        expect((await search("one")).totals).toEqual({ events: 1, fragments: 1 });
      },
    ));

  test("a child that names the losing file as its parent still has its parent", () =>
    winner(
      engine,
      (folder) => {
        const parentSession = sessionFile(folder, { id: "parent", cwd, name: "a/first.jsonl", entries: [user("one")] });
        sessionFile(folder, { id: "parent", cwd, name: "b/renamed.jsonl", entries: [user("one"), user("two")] });
        sessionFile(folder, { id: "child", cwd, name: "b/child.jsonl", parentSession, entries: [user("one")] });
      },
      async ({ lineage }) => {
        expect((await lineage("child")).sessions.map(({ sessionId, depth }) => [sessionId, depth])).toEqual([
          ["parent", 0],
          ["child", 1],
        ]);
      },
    ));

  test("a file rewritten in place, with other times, tools and failures in as many bytes, answers as it stands now", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "s",
            cwd,
            entries: [toolResult("c", "read", "rewriteword"), bash("x", "rewriteword", { exitCode: 0 })],
          }),
      },
      async ({ folder, change, search }) => {
        const may = { timestamp: "2026-05-01T00:00:00.000Z" };
        await change(
          () =>
            void sessionFile(folder, {
              id: "s",
              cwd,
              entries: [
                toolResult("c", "edit", "rewriteword", {}, may),
                bash("x", "rewriteword", { exitCode: 1 }, may),
              ],
            }),
        );
        const found = async (filter: object) =>
          (await search({ query: "rewriteword", ...filter })).hits.map((hit) => hit.entryId);
        expect(await found({ time: { from: "2026-05-01" } })).toEqual(["e1", "e2"]);
        expect(await found({ toolNames: ["edit"] })).toEqual(["e1"]);
        expect(await found({ toolNames: ["read"] })).toEqual([]);
        expect(await found({ errorOnly: true })).toEqual(["e2"]);
      },
    ));
});
