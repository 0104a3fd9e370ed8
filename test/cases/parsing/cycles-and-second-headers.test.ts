import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWithPi } from "../../oracle/pi-oracle.ts";
import { branchSummary, compaction, contextEdit, label, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const inBeta = { cwd: "/ws/beta", workspaces: ["/ws/beta"] };

describe.each(engines)("walks end, and the first header alone decides (%s)", (engine) => {
  test("B07: entries that are each other's parent, one that is its own, a second header", () =>
    openCase(engine, "cycles-and-second-header", async ({ coverage, folder, found, read, trace, history, caller }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect(readWithPi(join(folder, "s1.jsonl"))).toMatchObject({ sessionId: "b07", cwd: "/ws/alpha", leafId: "b1" });
      expect(await found("afterhdr")).toEqual(["b07/b1"]);
      expect((await found("cyc")).toSorted()).toEqual(["b07/a1", "b07/a2"]);
      for (const entryId of ["a1", "a2", "a3"]) {
        const { event, after } = await read("b07", entryId, { before: 10, after: 10 });
        expect(event).toMatchObject({ branchState: "unknown", selectionState: "unknown", cwd: "/ws/alpha" });
        expect(after.length).toBeLessThanOrEqual(1);
        expect((await trace("b07", entryId, 2)).target.entryId).toBe(entryId);
      }
      expect((await read("b07", "b1")).event).toMatchObject({ branchState: "selected", selectionState: "direct" });
      expect((await trace("b07", "a3", 2)).parent).toBeUndefined();
      expect((await history.sessions({}, caller)).sessions.map(({ sessionId }) => sessionId)).toEqual(["b07"]);
      expect((await history.sessions({}, inBeta)).sessions).toEqual([]);
      await expect(read("b07x", "b1")).rejects.toThrow("Not found in this workspace.");
      await expect(history.read({ sessionId: "b07", entryId: "b1" }, inBeta)).rejects.toThrow(
        "Not found in this workspace.",
      );
    }));

  test("a leaf whose walk is a circle leaves everything unknown, marks and summaries that name themselves included", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          user("apart", { id: "p", parentId: null }),
          label("l", "itself", { id: "l", parentId: "p" }),
          contextEdit("c", null, { id: "c", parentId: "l" }),
          branchSummary("looks back", "b", { id: "b", parentId: "k" }),
          compaction("keeps itself", "k", { id: "k", parentId: "u" }),
          user("turning", { id: "u", parentId: "b" }),
        ]),
      },
      async ({ found, read, trace }) => {
        for (const entryId of ["p", "l", "c", "b", "k", "u"]) {
          expect((await read("s1", entryId, { before: 10, after: 10 })).event.branchState).toBe("unknown");
          expect((await trace("s1", entryId, 2)).target.branchState).toBe("unknown");
        }
        expect(await found("turning", { branchStates: ["unknown"] })).toEqual(["s1/u"]);
        expect(await found("turning", { branchStates: ["selected", "alternate"] })).toEqual([]);
      },
    ));

  test("a circle beside the path, with a tail that hangs from it", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          user("one", { id: "a", parentId: "c" }),
          user("two", { id: "b", parentId: "a" }),
          user("three", { id: "c", parentId: "b" }),
          user("tail", { id: "t", parentId: "c" }),
          user("root", { id: "r", parentId: null }),
          user("left", { id: "x", parentId: "r" }),
          user("leaf", { id: "z", parentId: "r" }),
        ]),
      },
      async ({ read }) => {
        const states = {
          a: "unknown",
          b: "unknown",
          c: "unknown",
          t: "unknown",
          r: "selected",
          x: "alternate",
          z: "selected",
        };
        for (const [entryId, branchState] of Object.entries(states)) {
          expect((await read("s1", entryId)).event, entryId).toMatchObject({ branchState });
        }
        const { before } = await read("s1", "t", { before: 10 });
        expect(before.map(({ event }) => event.entryId)).toEqual(["a", "b", "c"]);
      },
    ));

  test("sessions that name each other as parent, and one that names itself", () =>
    openCase(
      engine,
      {
        "one.jsonl": alphaSession([user("shared")], { id: "one", parentSession: "@DIR@/two.jsonl" }),
        "two.jsonl": alphaSession([user("shared")], { id: "two", parentSession: "@DIR@/one.jsonl" }),
        "self.jsonl": alphaSession([user("shared")], { id: "self", parentSession: "@DIR@/self.jsonl" }),
      },
      async ({ found, read, trace, history, caller }) => {
        expect((await found("shared")).toSorted()).toEqual(["one/e1", "self/e1"]);
        const { sessions } = await history.lineage({ sessionId: "two" }, caller);
        expect(sessions.map(({ sessionId, depth }) => [sessionId, depth])).toEqual([
          ["one", 0],
          ["two", 1],
        ]);
        expect((await history.lineage({ sessionId: "self" }, caller)).sessions).toHaveLength(1);
        for (const sessionId of ["one", "two", "self"]) {
          expect((await read(sessionId, "e1", { before: 10, after: 10 })).event.sessionId).toBe(sessionId);
          expect((await trace(sessionId, "e1", 2)).target.sessionId).toBe(sessionId);
        }
      },
    ));

  test("a second header grants nothing, at the end of the file or with the same id", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([user("mine")]) + alphaSession([], { cwd: "/ws/beta" }),
        "s2.jsonl":
          alphaSession([user("theirs")], { id: "s2", cwd: "/ws/beta" }) +
          alphaSession([user("smuggled")], { id: "s2" }),
      },
      async ({ found, history, caller }) => {
        expect(await found("mine")).toEqual(["s1/e1"]);
        expect(await found("theirs")).toEqual([]);
        expect(await found("smuggled")).toEqual([]);
        expect((await history.sessions({}, caller)).sessions).toMatchObject([{ sessionId: "s1", events: 1 }]);
        expect((await history.search({ query: "mine" }, inBeta)).hits).toEqual([]);
      },
    ));
});
