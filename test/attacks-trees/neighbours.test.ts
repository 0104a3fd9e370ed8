import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventReadRequest } from "../../src/domain/use-cases/history.ts";
import { ALPHA, onEachEngine, type OpenedCase, withCase } from "../cases-trees/open-case.ts";
import { assistant, branchSummary, label, sessionFile, type SessionEntry, user } from "../support/session-file.ts";

const cwd = "/ws/alpha";

function below(parentId: string, id: string): SessionEntry {
  return user(`word ${id}`, { id, parentId });
}

/**
 *     r ─ a ─ b ─ fork ─┬─ x1 ─ l1 (label) ─ x2 ─┬─ y1 ─ y2
 *                       │                        └─ z1
 *                       └─ s1 ─ s2 ─ s3 (leaf)
 */
const tree: SessionEntry[] = [
  user("word r", { id: "r" }),
  below("r", "a"),
  assistant("word b", {}, { id: "b", parentId: "a" }),
  below("b", "fork"),
  below("fork", "x1"),
  label("x1", "aside", { id: "l1", parentId: "x1" }),
  below("l1", "x2"),
  below("x2", "y1"),
  below("y1", "y2"),
  below("fork", "s1"),
  below("x2", "z1"),
  below("s1", "s2"),
  branchSummary("word left", "y2", { id: "s3", parentId: "s2" }),
];

const place = (folder: string) => void sessionFile(folder, { id: "tree", cwd, entries: tree });
const live = (leafId: string | null) => ({ ...ALPHA, session: { sessionId: "tree", leafId } });

async function around(
  { read }: OpenedCase,
  entryId: string,
  more: Omit<EventReadRequest, "sessionId" | "entryId"> = {},
  caller = ALPHA,
) {
  const answer = await read("tree", entryId, { before: 10, after: 10, ...more }, caller);
  const ids = (reads: typeof answer.before) => reads.map(({ event }) => event.entryId).join(" ");
  const forks = answer.forks.map(
    ({ at, candidates, chosen }) =>
      `${at.entryId}: ${candidates.map((candidate) => candidate.entryId).join(" ")} > ${chosen?.entryId ?? "-"}`,
  );
  return { before: ids(answer.before), after: ids(answer.after), forks };
}

onEachEngine("Neighbours of an event in a tree", (engine) => {
  test("before goes to the root, after goes toward the leaf through every fork on the way, each with a receipt", () =>
    withCase({ engine, place }, async (opened) => {
      expect(await around(opened, "a")).toEqual({
        before: "r",
        after: "b fork s1 s2 s3",
        forks: ["fork: x1 s1 > s1"],
      });
      expect(await around(opened, "s3")).toEqual({
        before: "r a b fork s1 s2",
        after: "",
        forks: ["fork: x1 s1 > s1"],
      });
      expect(await around(opened, "a", { before: 0, after: 1 })).toEqual({ before: "", after: "b", forks: [] });
    }));

  test("on an alternate branch after follows a sole child, label nodes included, and stops at the first fork unchosen", () =>
    withCase({ engine, place }, async (opened) => {
      expect(await around(opened, "x1")).toEqual({
        before: "r a b fork",
        after: "l1 x2",
        forks: ["fork: x1 s1 > x1", "x2: y1 z1 > -"],
      });
      expect(await around(opened, "y1")).toEqual({
        before: "r a b fork x1 l1 x2",
        after: "y2",
        forks: ["fork: x1 s1 > x1", "x2: y1 z1 > y1"],
      });
    }));

  test("append order gives the lines beside, whatever their branch, and only the target's own fork", () =>
    withCase({ engine, place }, async (opened) => {
      expect(await around(opened, "s1", { order: "append", before: 2, after: 2 })).toEqual({
        before: "y1 y2",
        after: "z1 s2",
        forks: [],
      });
      expect(await around(opened, "fork", { order: "append", before: 1, after: 1 })).toEqual({
        before: "b",
        after: "x1",
        forks: ["fork: x1 s1 > s1"],
      });
    }));

  test("the live leaf ends the path: what was left behind it is no continuation, and its own branch is chosen", () =>
    withCase({ engine, place }, async (opened) => {
      expect(await around(opened, "a", {}, live("s1"))).toEqual({
        before: "r",
        after: "b fork s1",
        forks: ["fork: x1 s1 > s1"],
      });
      expect((await around(opened, "s1", {}, live("s1"))).after).toBe("");
      // What lies beyond the leaf is an alternate branch of its own.
      expect((await around(opened, "s2", {}, live("s1"))).after).toBe("s3");
      expect(await around(opened, "fork", {}, live("y1"))).toEqual({
        before: "r a b",
        after: "x1 l1 x2 y1",
        forks: ["fork: x1 s1 > x1", "x2: y1 z1 > y1"],
      });
      expect(await around(opened, "r", {}, live(null))).toEqual({
        before: "",
        after: "a b fork",
        forks: ["fork: x1 s1 > -"],
      });
      expect(await around(opened, "a", {}, live("not yet indexed"))).toEqual(await around(opened, "a"));
    }));

  test("the live leaf decides alike in search, read and trace, and in no other caller's answer", () =>
    withCase({ engine, place }, async (opened) => {
      for (const [leafId, selected] of [
        ["y1", ["a", "b", "fork", "r", "x1", "x2", "y1"]],
        [null, []],
        ["s3", ["a", "b", "fork", "r", "s1", "s2", "s3"]],
      ] as const) {
        const caller = live(leafId);
        const everything = { query: "word", sessionId: "current", limit: 50 };
        const { hits } = await opened.search(everything, caller);
        const bySearch = hits.filter((hit) => hit.branchState === "selected").map((hit) => hit.entryId);
        expect(bySearch.toSorted(), String(leafId)).toEqual(selected);
        const filtered = await opened.search({ ...everything, branchStates: ["selected"] }, caller);
        expect(filtered.hits.map((hit) => hit.entryId).toSorted()).toEqual(selected);
        for (const hit of hits) {
          const { event } = await opened.read("current", hit.entryId, {}, caller);
          const { target } = await opened.trace("current", hit.entryId, 1, caller);
          const states = [hit.branchState, hit.selectionState];
          expect([event.branchState, event.selectionState], hit.entryId).toEqual(states);
          expect([target.branchState, target.selectionState], hit.entryId).toEqual(states);
        }
        expect((await opened.read("tree", "s2")).event.branchState).toBe("selected");
      }
    }));

  test("nothing at or after the invoking call is a neighbour, a fork's candidate, a child, a sibling or a label", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "tree",
            cwd,
            entries: [
              user("one", { id: "u1" }),
              label("u1", "early", { id: "l1" }),
              user("two", { id: "u2" }),
              user("aside", { id: "u3", parentId: "u1" }),
              assistant("calls", {}, { id: "call", parentId: "u2" }),
              label("u1", "late", { id: "l2" }),
              user("beside", { id: "late-1", parentId: "u2" }),
              user("below", { id: "late-2", parentId: "u1" }),
            ],
          }),
      },
      async (opened) => {
        const caller = { ...ALPHA, session: { sessionId: "tree", leafId: "call", invokedBy: "call" } };
        expect(await around(opened, "u1", {}, caller)).toEqual({
          before: "",
          after: "l1 u2",
          forks: ["u1: l1 u3 > l1"],
        });
        expect(await around(opened, "u3", { order: "append" }, caller)).toEqual({
          before: "u1 l1 u2",
          after: "",
          forks: [],
        });
        expect((await opened.read("current", "u1", {}, caller)).event.labels).toEqual(["early"]);
        const trace = await opened.trace("current", "u1", 2, caller);
        expect(trace.totals).toEqual({ children: 2, branchSiblings: 0, related: 1 });
        expect(JSON.stringify(trace)).not.toMatch(/"late|"call"/);
        expect((await opened.trace("current", "u3", 1, caller)).totals.branchSiblings).toBe(1);
        expect((await opened.trace("current", "u2", 1, caller)).totals.children).toBe(0);
        // Anyone else sees all of it.
        expect((await opened.read("tree", "u1")).event.labels).toEqual(["late"]);
        expect((await opened.trace("tree", "u1")).totals).toMatchObject({ children: 3, related: 1 });
      },
    ));
});

onEachEngine("A source that changed since it was indexed", (engine) => {
  const write = (opened: OpenedCase, edit: (lines: string[]) => string[]) => {
    const path = join(opened.folder, "tree.jsonl");
    writeFileSync(path, edit(readFileSync(path, "utf8").split("\n")).join("\n"));
  };
  const spoiled = (index: number) => (lines: string[]) =>
    lines.with(index, lines[index]?.replace("word", "wurd") ?? "");
  const changed = expect.objectContaining({ code: "SourceChanged" });

  /** `withCase` expects sources to stay as they are, so they are put back. */
  async function inChanged(change: (opened: OpenedCase) => void, act: (opened: OpenedCase) => Promise<void>) {
    await withCase({ engine, place }, async (opened) => {
      const path = join(opened.folder, "tree.jsonl");
      const before = readFileSync(path);
      change(opened);
      try {
        await act(opened);
      } finally {
        writeFileSync(path, before);
      }
    });
  }

  test("an edited event is refused, an edited neighbour left out, and the answer says that the index is behind", () =>
    inChanged(
      (opened) => write(opened, spoiled(3)),
      async (opened) => {
        await expect(opened.read("tree", "b")).rejects.toThrow(changed);
        const read = await opened.read("tree", "a", { after: 2 });
        expect(read.after.map(({ event }) => event.entryId)).toEqual(["fork"]);
        expect(read.coverage.state).toBe("catching-up");
        expect((await opened.read("tree", "s1", { after: 2 })).coverage.state).toBe("ready");
        const trace = await opened.trace("tree", "b");
        expect(trace.target).toMatchObject({ entryId: "b", kind: "assistant.text", preview: "" });
        expect([trace.parent?.node.preview, trace.coverage.state]).toEqual(["word a", "catching-up"]);
        expect((await opened.trace("tree", "a")).coverage.state).toBe("catching-up");
        expect((await opened.trace("tree", "s2")).coverage.state).toBe("ready");
      },
    ));

  test.each([
    ["another entry at its place", (opened: OpenedCase) => write(opened, (lines) => lines.with(3, lines[4] ?? ""))],
    [
      "its text under another id",
      (opened: OpenedCase) => write(opened, (lines) => lines.map((line) => line.replace('"id":"b"', '"id":"B"'))),
    ],
    ["a line more before it", (opened: OpenedCase) => write(opened, (lines) => lines.toSpliced(1, 0, "{}"))],
    ["the file cut short", (opened: OpenedCase) => write(opened, (lines) => lines.slice(0, 2))],
    ["the line half gone", (opened: OpenedCase) => write(opened, (lines) => [...lines.slice(0, 3), "{"])],
    ["no file", (opened: OpenedCase) => rmSync(join(opened.folder, "tree.jsonl"))],
    ["an empty file", (opened: OpenedCase) => writeFileSync(join(opened.folder, "tree.jsonl"), "")],
  ])("%s: the read is refused without a path, the trace places the event without text", (_, change) =>
    inChanged(change, async (opened) => {
      await expect(opened.read("tree", "b")).rejects.toThrow(changed);
      await expect(opened.read("tree", "b", { fragmentId: "0:assistant.text", offset: 0 })).rejects.toThrow(changed);
      const { target, coverage, children } = await opened.trace("tree", "b");
      expect([target.preview, coverage.state, children.map(({ node }) => node.entryId)]).toEqual([
        "",
        "catching-up",
        ["fork"],
      ]);
      expect((await opened.search("word")).hits.every((hit) => hit.entryId !== "b")).toBe(true);
    }),
  );
});
