import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventRef } from "../../src/ports/event-ref.ts";
import { ALPHA, onEachEngine, type OpenedCase, withCase } from "../cases-trees/open-case.ts";
import { label, sessionFile, type SessionEntry, user } from "../support/session-file.ts";

const cwd = "/ws/alpha";
const shared = Array.from({ length: 8 }, (_, at) => user(`harbour ${at + 1}`));
const day = (at: number) => ({ timestamp: `2026-03-${String(at).padStart(2, "0")}T00:00:00.000Z` });
const nameOf = ({ sessionId, entryId }: EventRef) => `${sessionId}/${entryId}`;

/** Receipts as `kind at: candidates > chosen`, `+n` where more were left out. */
async function forksOf({ read }: OpenedCase, sessionId: string, entryId: string, after = 0, before = 0) {
  const { forks } = await read(sessionId, entryId, { after, before });
  return forks.map(({ kind, at, candidates, chosen, omitted }) => {
    const names = candidates.map(nameOf).join(" ");
    return `${kind} ${nameOf(at)}: ${names}${omitted ? ` +${omitted}` : ""} > ${chosen ? nameOf(chosen) : "-"}`;
  });
}

/** Edges to other sessions: `session/entry evidence`. */
async function forkEdges({ trace }: OpenedCase, sessionId: string, entryId: string): Promise<string[]> {
  const { related } = await trace(sessionId, entryId);
  return related
    .filter(({ relation }) => relation === "session-fork")
    .map(({ node, evidence }) => `${nameOf(node)} ${evidence}`);
}

/** `p` of nine entries; `c` left it at e8, `g` left `c` at e5, which `c` has from `p`; `s` left `p` at e5 as well. */
function placeFamily(folder: string): void {
  const p = sessionFile(folder, { id: "p", cwd, ...day(1), entries: [...shared, user("p on", { id: "p9" })] });
  const c = sessionFile(folder, {
    id: "c",
    cwd,
    ...day(2),
    parentSession: p,
    entries: [...shared, user("c on", { id: "c9" })],
  });
  const leaving = (id: string) => [...shared.slice(0, 5), user(`${id} on`, { id: `${id}6` })];
  sessionFile(folder, { id: "g", cwd, ...day(3), parentSession: c, entries: leaving("g") });
  sessionFile(folder, { id: "s", cwd, ...day(4), parentSession: p, entries: leaving("s") });
}

onEachEngine("Forks of a session into others, met on a path", (engine) => {
  test("several on one path, each at the event of the session that was forked; a fork of a fork is seen from all its holders", () =>
    withCase({ engine, place: placeFamily }, async (opened) => {
      const atP5 = "session-fork p/e5: p/e6 s/s6";
      const atC5 = "session-fork c/e5: c/e6 g/g6";
      const atP8 = "session-fork p/e8: p/p9 c/c9";
      expect(await forksOf(opened, "p", "e4", 9)).toEqual([`${atP5} > p/e6`, `${atC5} > -`, `${atP8} > p/p9`]);
      expect(await forksOf(opened, "c", "e4", 9)).toEqual([`${atC5} > c/e6`, `${atP5} > -`, `${atP8} > c/c9`]);
      expect(await forksOf(opened, "g", "e4", 9)).toEqual([`${atC5} > g/g6`, `${atP5} > -`]);
      expect(await forksOf(opened, "s", "e4", 9)).toEqual([`${atP5} > s/s6`, `${atC5} > -`]);
      expect(await forksOf(opened, "s", "s6", 0, 9)).toEqual([`${atP5} > s/s6`, `${atC5} > -`]);
      for (const sessionId of ["p", "c", "g", "s"]) expect(await forksOf(opened, sessionId, "e4")).toEqual([]);
      expect(await forksOf(opened, "c", "c9")).toEqual([]);
    }));

  test("a trace has an edge to every continuation elsewhere and to the forked session's own copy, all inferred", () =>
    withCase({ engine, place: placeFamily }, async (opened) => {
      expect(await forkEdges(opened, "p", "e5")).toEqual([
        "s/s6 inferred",
        "c/e5 inferred",
        "c/e6 inferred",
        "g/g6 inferred",
      ]);
      expect(await forkEdges(opened, "g", "e5")).toEqual([
        "c/e5 inferred",
        "c/e6 inferred",
        "p/e5 inferred",
        "p/e6 inferred",
        "s/s6 inferred",
      ]);
      expect(await forkEdges(opened, "p", "e8")).toEqual(["c/c9 inferred"]);
      expect(await forkEdges(opened, "g", "g6")).toEqual([]);
    }));

  test("of fifty forks at one event twenty continuations are named, the rest counted, and the chosen one is named all the same", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const p = sessionFile(folder, {
            id: "p",
            cwd,
            ...day(1),
            entries: [user("seed"), user("p on", { id: "p2" })],
          });
          for (let at = 10; at < 60; at++) {
            const entries = [user("seed"), user("on", { id: `x${at}` })];
            sessionFile(folder, { id: `c${at}`, cwd, ...day(2), parentSession: p, entries });
          }
        },
      },
      async (opened) => {
        const [receipt] = (await opened.read("c59", "e1", { after: 1 })).forks;
        expect([receipt?.candidates.length, receipt?.omitted, receipt?.chosen]).toEqual([
          20,
          31,
          { sessionId: "c59", entryId: "x59" },
        ]);
        const fromParent = await opened.trace("p", "e1");
        expect([fromParent.related.length, fromParent.totals.related, fromParent.truncated]).toEqual([20, 50, true]);
        expect(fromParent.forks).toMatchObject([{ omitted: 31 }]);
        expect((await opened.trace("c59", "e1")).totals.related).toBe(51);
      },
    ));

  test("labels that /fork re-created are where the fork goes on; all branches copied by --fork leave at the last line", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const trunk = [
            user("seed", { id: "m1" }),
            label("m1", "mark", { id: "l1" }),
            user("aside", { id: "m2", parentId: "m1" }),
            user("on", { id: "m3", parentId: "l1" }),
            user("end", { id: "m4", parentId: "m3" }),
          ] satisfies SessionEntry[];
          const parentSession = sessionFile(folder, { id: "origin", cwd, ...day(1), entries: trunk });
          sessionFile(folder, {
            id: "path-copy",
            cwd,
            ...day(2),
            parentSession,
            entries: [
              user("seed", { id: "m1" }),
              user("on", { id: "m3" }),
              label("m1", "mark", { id: "l9" }),
              user("new", { id: "n1" }),
            ],
          });
          const whole = [...trunk, user("new", { id: "w1", parentId: "m2" })];
          sessionFile(folder, { id: "whole-copy", cwd, ...day(3), parentSession, entries: whole });
        },
      },
      async (opened) => {
        const left = "session-fork origin/m3: origin/m4 path-copy/l9";
        expect(await forksOf(opened, "origin", "m3", 1)).toEqual([
          `${left} > origin/m4`,
          "session-fork origin/m4:  > -",
        ]);
        expect(await forksOf(opened, "path-copy", "m1", 9)).toEqual([`${left} > path-copy/l9`]);
        expect(await forksOf(opened, "origin", "m4")).toEqual(["session-fork origin/m4:  > -"]);
        const { sessions } = await opened.lineage("origin");
        expect(sessions.map(({ sessionId, anchor }) => `${sessionId} ${anchor ? nameOf(anchor) : "-"}`)).toEqual([
          "origin -",
          "path-copy origin/m3",
          "whole-copy origin/m4",
        ]);
      },
    ));

  test("a parent that shares nothing is lineage without an anchor; the same id with another text or type is no copy", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const p = sessionFile(folder, {
            id: "p",
            cwd,
            ...day(1),
            entries: [user("seed"), label("e1", "x"), user("end")],
          });
          sessionFile(folder, {
            id: "fresh",
            cwd,
            ...day(2),
            parentSession: p,
            entries: [user("other", { id: "f1" })],
          });
          const alike = [user("other text"), user("x"), user("end", { id: "e9" })];
          sessionFile(folder, { id: "alike", cwd, ...day(3), parentSession: p, entries: alike });
          sessionFile(folder, { id: "empty", cwd, ...day(4), parentSession: p, entries: [] });
          const whole = sessionFile(folder, { id: "w", cwd, ...day(1), entries: [user("base"), user("top")] });
          const copied = [user("base"), user("top"), user("w on", { id: "w3" })];
          sessionFile(folder, { id: "w-copy", cwd, ...day(2), parentSession: whole, entries: copied });
          const differs = [user("base"), user("another top"), user("w on", { id: "w4" })];
          sessionFile(folder, { id: "w-other", cwd, ...day(3), parentSession: whole, entries: differs });
        },
      },
      async (opened) => {
        const { sessions } = await opened.lineage("fresh");
        expect(sessions).toHaveLength(4);
        expect(sessions.some((session) => "anchor" in session)).toBe(false);
        for (const [sessionId, entryId] of [
          ["p", "e1"],
          ["p", "e3"],
          ["fresh", "f1"],
          ["alike", "e1"],
          ["alike", "e9"],
        ] as const) {
          expect(await forksOf(opened, sessionId, entryId, 5, 5)).toEqual([]);
          expect(await forkEdges(opened, sessionId, entryId)).toEqual([]);
        }
        // On the way through an event of the same id and another text there is no fork.
        expect(await forksOf(opened, "w-other", "e1", 5)).toEqual(["session-fork w/e1: w/e2 w-other/e2 > w-other/e2"]);
        expect(await forksOf(opened, "w", "e2", 5)).toEqual(["session-fork w/e2: w-copy/w3 > -"]);
      },
    ));

  test("a fork of the caller's own session counts up to the invoking call: beyond it there is no anchor", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const trunk = [user("seed"), user("call", { id: "call" }), user("after", { id: "after" })];
          const own = sessionFile(folder, { id: "own", cwd, ...day(1), entries: trunk });
          const early = [user("seed"), user("early on", { id: "x1" })];
          sessionFile(folder, { id: "early", cwd, ...day(2), parentSession: own, entries: early });
          const late = [...trunk, user("late on", { id: "x2" })];
          sessionFile(folder, { id: "late", cwd, ...day(3), parentSession: own, entries: late });
        },
      },
      async (opened) => {
        const caller = { ...ALPHA, session: { sessionId: "own", invokedBy: "call" } };
        const anchors = async (asking = ALPHA) =>
          (await opened.lineage("own", asking)).sessions.map(({ anchor }) => (anchor ? nameOf(anchor) : "-"));
        expect(await anchors()).toEqual(["-", "own/e1", "own/after"]);
        expect(await anchors(caller)).toEqual(["-", "own/e1", "-"]);
        const receipts = async (sessionId: string, entryId: string) =>
          (await opened.read(sessionId, entryId, { after: 9 }, caller)).forks.map(
            ({ at, candidates }) => `${nameOf(at)}: ${candidates.map(nameOf).join(" ")}`,
          );
        expect(await receipts("own", "e1")).toEqual(["own/e1: early/x1"]);
        expect(await receipts("late", "e1")).toEqual(["own/e1: early/x1"]);
        expect(JSON.stringify(await opened.trace("early", "e1", 2, caller))).not.toMatch(/"own".{0,20}"(call|after)"/);
      },
    ));

  test("a fork that cannot be seen leaves no receipt, edge, depth or anchor, whichever place in the family it has", () =>
    withCase({ engine, place: placeFamily }, async (opened) => {
      const answers = async () => {
        const all: unknown[] = [];
        for (const sessionId of ["p", "s"]) {
          for (const entryId of ["e4", "e5", "e8"].slice(0, sessionId === "p" ? 3 : 2)) {
            all.push(await forksOf(opened, sessionId, entryId, 9, 9), await forkEdges(opened, sessionId, entryId));
          }
          all.push((await opened.lineage(sessionId)).sessions.map(({ sessionId: id, depth }) => `${id} ${depth}`));
        }
        return all;
      };
      await opened.change(() => {
        for (const id of ["c", "g"]) {
          const entries =
            id === "c" ? [...shared, user("c on", { id: "c9" })] : [...shared.slice(0, 5), user("g on", { id: "g6" })];
          const parentSession = join(opened.folder, id === "c" ? "p.jsonl" : "c.jsonl");
          sessionFile(opened.folder, { id, cwd: "/ws/beta", parentSession, entries });
        }
      });
      const forbidden = await answers();
      expect(JSON.stringify(forbidden)).not.toMatch(/[cg]\/|"[cg] /);
      // A grandchild whose parent alone is forbidden stands alone, as if the parent were missing.
      await opened.change(() => {
        const entries = [...shared.slice(0, 5), user("g on", { id: "g6" })];
        sessionFile(opened.folder, { id: "g", cwd, parentSession: join(opened.folder, "c.jsonl"), entries });
      });
      expect(await answers()).toEqual(forbidden);
      expect(await forksOf(opened, "g", "e5", 5, 5)).toEqual([]);
      expect((await opened.lineage("g")).sessions).toEqual([
        { sessionId: "g", cwd, startedAt: "2026-01-01T00:00:00.000Z", depth: 0 },
      ]);
      await expect(opened.lineage("c")).rejects.toThrow("Not found in this workspace.");
      const beta = { ...ALPHA, workspaces: ["/ws"] };
      expect((await opened.lineage("g", beta)).sessions.map(({ depth }) => depth)).toEqual([0, 1, 2, 1]);
    }));
});
