import { expect, test } from "vitest";
import {
  assistant,
  branchSummary,
  compaction,
  customMessage,
  label,
  sessionFile,
  type SessionEntry,
  system,
  toolResult,
  user,
} from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";
import { expectAsInPi, relatedOf, statesOf } from "./session-view.ts";

const cwd = "/ws/alpha";

onEachEngine("A compaction is read as deletion, or not at all (B56)", (engine) => {
  test("all text is found, and the states are those of the latest compaction, which keeps nothing", () =>
    withCase({ engine, input: "compaction-misread" }, async (opened) => {
      for (const [query, entryId, state] of [
        ["buried", "a1", "summarized"],
        ["kept", "a3", "summarized"],
        ["summary one", "c1", "summarized"],
        ["mid", "a4", "summarized"],
        ["summary two", "c2", "direct"],
        ["fresh", "a6", "direct"],
      ]) {
        const { hits } = await opened.search({ query: query as string, sessionId: "b56" });
        expect(hits.map((hit) => [hit.entryId, hit.branchState, hit.selectionState])).toEqual([
          [entryId, "selected", state],
        ]);
      }
      expect((await statesOf(opened, "b56", ["a2"])).a2).toBe("selected summarized");
      await expectAsInPi(opened, "b56", "s1.jsonl");
    }));

  test("each compaction has its boundary, and its kept range where the file holds one", () =>
    withCase({ engine, input: "compaction-misread" }, async (opened) => {
      expect(await relatedOf(opened, "b56", "c1")).toEqual([
        "compaction-first-kept b56/a3 recorded",
        "compaction-boundary b56/a3 recorded",
      ]);
      expect(await relatedOf(opened, "b56", "c2")).toEqual(["compaction-boundary b56/a4 recorded"]);
      expect(await relatedOf(opened, "b56", "a4")).toEqual(["compaction-boundary b56/c2 recorded"]);
    }));

  test("a first kept entry that does not exist keeps nothing, as in Pi", () =>
    withCase({ engine, input: "compaction-misread" }, async (opened) => {
      expect(await statesOf(opened, "b56b", ["a1", "c1"])).toEqual({
        a1: "selected summarized",
        c1: "selected direct",
      });
      await expectAsInPi(opened, "b56b", "badkept.jsonl");
      expect((await opened.search("buried2")).hits).toMatchObject([{ selectionState: "summarized" }]);
      expect(await relatedOf(opened, "b56b", "c1")).toEqual(["compaction-boundary b56b/a1 recorded"]);
    }));

  const keptAnywhere: readonly [string, SessionEntry][] = [
    ["an entry of another branch", compaction("tidemark", "aside")],
    ["an entry after the compaction", compaction("tidemark", "after")],
    ["an id that is no text", { ...compaction("tidemark", ""), firstKeptEntryId: 7 }],
    ["an empty id", compaction("tidemark", "")],
    ["nothing", { type: "compaction", summary: "tidemark", tokensBefore: 1 }],
    ["a name of a prototype", compaction("tidemark", "constructor")],
  ];

  test.each(keptAnywhere)("%s as first kept entry: all before is summarized, as in Pi", (_, compacted) =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "tide",
            cwd,
            entries: [
              user("lowwater", { id: "one" }),
              user("elsewhere", { id: "aside" }),
              assistant("highwater", {}, { id: "two", parentId: "one" }),
              { ...compacted, id: "k" },
              user("dry", { id: "after" }),
            ],
          }),
      },
      async (opened) => {
        expect(await statesOf(opened, "tide", ["one", "aside", "two", "k", "after"])).toEqual({
          one: "selected summarized",
          aside: "alternate not-selected",
          two: "selected summarized",
          k: "selected direct",
          after: "selected direct",
        });
        await expectAsInPi(opened, "tide", "tide.jsonl");
        expect((await opened.search("lowwater")).hits).toHaveLength(1);
      },
    ),
  );

  test("the kept range holds what Pi keeps: not system messages, not the older compaction; a label may be kept first", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "range",
            cwd,
            entries: [
              system("prompt", { id: "s0" }),
              user("grainword early", { id: "u1" }),
              label("u1", "mark", { id: "l1" }),
              user("grainword kept", { id: "u2" }),
              compaction("older summary", "l1", { id: "k1" }),
              system("prompt again", { id: "s1" }),
              customMessage("note", "grainword note", { id: "x1" }),
              toolResult("c", "read", "grainword result", {}, { id: "t1" }),
              compaction("newer summary", "l1", { id: "k2" }),
              system("prompt last", { id: "s2" }),
              user("on", { id: "u3" }),
            ],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "range", "range.jsonl");
        expect(
          await statesOf(opened, "range", ["s0", "u1", "l1", "u2", "k1", "s1", "x1", "t1", "k2", "s2", "u3"]),
        ).toEqual({
          s0: "selected summarized",
          u1: "selected summarized",
          l1: "selected not-applicable",
          u2: "selected direct",
          k1: "selected summarized",
          s1: "selected summarized",
          x1: "selected direct",
          t1: "selected direct",
          k2: "selected direct",
          s2: "selected direct",
          u3: "selected direct",
        });
        const summarized = await opened.search({ query: "grainword", selectionStates: ["summarized"] });
        expect(summarized.hits.map((hit) => hit.entryId)).toEqual(["u1"]);
        expect((await opened.search("older summary")).hits).toMatchObject([{ selectionState: "summarized" }]);
      },
    ));

  test("a compaction of another branch summarizes nothing here, and a branch summary stands for the branch it left", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "left",
            cwd,
            entries: [
              user("rootword", { id: "r" }),
              user("quarryword", { id: "q1" }),
              assistant("quarryword done", {}, { id: "q2" }),
              compaction("quarry in short", "q2", { id: "k" }),
              user("never summed", { id: "n", parentId: "r" }),
              branchSummary("left the quarry", "k", { id: "b", parentId: "r" }),
              user("forward", { id: "f" }),
            ],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "left", "left.jsonl");
        expect(await statesOf(opened, "left", ["r", "q1", "q2", "k", "n", "b", "f"])).toEqual({
          r: "selected direct",
          q1: "alternate summarized",
          q2: "alternate summarized",
          k: "alternate summarized",
          n: "alternate not-selected",
          b: "selected direct",
          f: "selected direct",
        });
        expect(await relatedOf(opened, "left", "b")).toEqual(["branch-summary left/k recorded"]);
        expect(await relatedOf(opened, "left", "k")).toEqual([
          "compaction-first-kept left/q2 recorded",
          "branch-summary left/b recorded",
          "compaction-boundary left/q2 recorded",
        ]);
      },
    ));
});
