import { expect, test } from "vitest";
import {
  branchSummary,
  compaction,
  label,
  sessionFile,
  type SessionEntry,
  toolResult,
  user,
} from "../support/session-file.ts";
import { onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";

async function relations(opened: OpenedCase, sessionId: string, entryId: string): Promise<string[]> {
  const { related } = await opened.trace(sessionId, entryId);
  return related.map((edge) => `${edge.relation} ${edge.node.sessionId}/${edge.node.entryId} ${edge.evidence}`).sort();
}

onEachEngine("A fork copies history under the same entry ids (B50)", (engine) => {
  test("a copied compaction is one hit and has the edges of its own session only", () =>
    withCase({ engine, input: "fork-copies-compactions" }, async (opened) => {
      const { hits, totals } = await opened.search("sum beta");
      expect(hits.map((hit) => [hit.sessionId, hit.entryId, hit.copies])).toEqual([
        ["b50p", "a4", { count: 1, refs: [{ sessionId: "b50c", entryId: "a4" }] }],
      ]);
      expect(totals.events).toBe(2);
      expect(await relations(opened, "b50c", "a4")).toEqual([
        "compaction-boundary b50c/a3 recorded",
        "compaction-first-kept b50c/a3 recorded",
        "session-fork b50p/a4 inferred",
        "session-fork b50p/p9 inferred",
      ]);
      expect(await relations(opened, "b50p", "a4")).toEqual([
        "compaction-boundary b50p/a3 recorded",
        "compaction-first-kept b50p/a3 recorded",
        "session-fork b50c/a5 inferred",
      ]);
    }));

  test("parent and child give the same receipt, at the parent's event, and each its own continuation", () =>
    withCase({ engine, input: "fork-copies-compactions" }, async ({ read }) => {
      const receipt = {
        kind: "session-fork",
        at: { sessionId: "b50p", entryId: "a4" },
        candidates: [
          { sessionId: "b50p", entryId: "p9" },
          { sessionId: "b50c", entryId: "a5" },
        ],
      };
      for (const [sessionId, next] of [
        ["b50p", "p9"],
        ["b50c", "a5"],
      ] as const) {
        const answer = await read(sessionId, "a4", { before: 10, after: 1 });
        expect(answer.event).toMatchObject({ sessionId, entryId: "a4" });
        expect(answer.before.map((near) => `${near.event.sessionId}/${near.event.entryId}`)).toEqual([
          `${sessionId}/a1`,
          `${sessionId}/a2`,
          `${sessionId}/a3`,
        ]);
        expect(answer.after.map((near) => near.event.entryId)).toEqual([next]);
        expect(answer.forks).toEqual([{ ...receipt, chosen: { sessionId, entryId: next } }]);
      }
    }));

  test("an entry before the anchor has no receipt", () =>
    withCase({ engine, input: "fork-copies-compactions" }, async ({ read }) => {
      expect((await read("b50c", "a3")).forks).toEqual([]);
      expect((await read("b50p", "a3")).forks).toEqual([]);
    }));

  test("a fork of a fork keeps each receipt at the session that was forked", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const shared: SessionEntry[] = [user("seed"), branchSummary("left over gamma", "root"), user("work")];
          const first = sessionFile(folder, { id: "first", cwd, entries: [...shared, user("first on", { id: "f4" })] });
          const second = sessionFile(folder, {
            id: "second",
            cwd,
            parentSession: first,
            entries: [...shared, user("second on", { id: "s4" }), user("second more", { id: "s5" })],
          });
          sessionFile(folder, {
            id: "third",
            cwd,
            parentSession: second,
            entries: [...shared, user("second on", { id: "s4" }), user("third on", { id: "t5" })],
          });
        },
      },
      async (opened) => {
        const { hits } = await opened.search("gamma");
        expect(hits.map((hit) => [hit.sessionId, hit.copies?.refs])).toEqual([
          [
            "first",
            [
              { sessionId: "second", entryId: "e2" },
              { sessionId: "third", entryId: "e2" },
            ],
          ],
        ]);
        const { forks } = await opened.read("third", "e2", { after: 10 });
        expect(forks).toHaveLength(2);
        expect(forks).toContainEqual({
          kind: "session-fork",
          at: { sessionId: "first", entryId: "e3" },
          candidates: [
            { sessionId: "first", entryId: "f4" },
            { sessionId: "second", entryId: "s4" },
          ],
        });
        expect(forks).toContainEqual({
          kind: "session-fork",
          at: { sessionId: "second", entryId: "s4" },
          candidates: [
            { sessionId: "second", entryId: "s5" },
            { sessionId: "third", entryId: "t5" },
          ],
          chosen: { sessionId: "third", entryId: "t5" },
        });
        const { sessions } = await opened.lineage("third");
        expect(
          sessions.map(({ sessionId, depth, parentSessionId, anchor }) => [sessionId, depth, parentSessionId, anchor]),
        ).toEqual([
          ["first", 0, undefined, undefined],
          ["second", 1, "first", { sessionId: "first", entryId: "e3" }],
          ["third", 2, "second", { sessionId: "second", entryId: "s4" }],
        ]);
      },
    ));

  test("labels that a fork re-created with new ids are no copies, and what they re-chained still is", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const parentSession = sessionFile(folder, {
            id: "origin",
            cwd,
            entries: [
              user("seed", { id: "m1" }),
              label("m1", "harbourmark", { id: "l1" }),
              toolResult("c", "read", "harbourmark seen", {}, { id: "m2" }),
              compaction("harbourmark kept", "m2", { id: "k1" }),
              user("on", { id: "m3" }),
            ],
          });
          sessionFile(folder, {
            id: "path-copy",
            cwd,
            parentSession,
            timestamp: "2026-02-01T00:00:00.000Z",
            entries: [
              user("seed", { id: "m1" }),
              toolResult("c", "read", "harbourmark seen", {}, { id: "m2", parentId: "m1" }),
              compaction("harbourmark kept", "m2", { id: "k1" }),
              label("m1", "harbourmark", { id: "l9" }),
              user("elsewhere", { id: "n1" }),
            ],
          });
        },
      },
      async (opened) => {
        const { hits } = await opened.search("harbourmark");
        expect(hits.map((hit) => `${hit.sessionId}/${hit.entryId} ${hit.copies?.count ?? 0}`).sort()).toEqual([
          "origin/k1 1",
          "origin/l1 0",
          "origin/m2 1",
          "path-copy/l9 0",
        ]);
        expect((await opened.lineage("path-copy")).sessions.at(-1)?.anchor).toEqual({
          sessionId: "origin",
          entryId: "k1",
        });
        expect(await relations(opened, "path-copy", "k1")).toEqual([
          "compaction-boundary path-copy/m2 recorded",
          "compaction-first-kept path-copy/m2 recorded",
          "session-fork origin/k1 inferred",
          "session-fork origin/m3 inferred",
        ]);
        const { event } = await opened.read("path-copy", "m1");
        expect(event.labels).toEqual(["harbourmark"]);
      },
    ));
});
