import { expect, test } from "vitest";
import {
  assistant,
  bash,
  compaction,
  contextEdit,
  customMessage,
  sessionFile,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { ALPHA, onEachEngine, withCase } from "./open-case.ts";
import { expectAsInPi, relatedOf, statesOf } from "./session-view.ts";

const cwd = "/ws/alpha";

onEachEngine("An edit of the context is applied to history, or on the wrong branch (B57)", (engine) => {
  test("the original text stays, the edit is an event of its own, the latest edit on the path decides", () =>
    withCase({ engine, input: "context-edit-misread" }, async (opened) => {
      const { hits } = await opened.search("tokenalpha");
      expect(hits).toMatchObject([{ entryId: "a1", branchState: "selected", selectionState: "not-selected" }]);
      expect((await opened.read("b57", "a1")).fragments[0]?.preview.text).toBe("tokenalpha");
      const replacement = await opened.search("tokenbeta");
      expect([replacement.hits, replacement.noMatch?.clauses]).toEqual([[], [{ text: "tokenbeta", events: 0 }]]);
      expect(await relatedOf(opened, "b57", "a1")).toEqual([
        "context-edit b57/x1 recorded",
        "context-omission b57/x2 recorded",
      ]);
      expect(await relatedOf(opened, "b57", "x2")).toEqual(["context-omission b57/a1 recorded"]);
      expect(await opened.read("b57", "x1")).toMatchObject({
        event: { entryType: "context_edit", contextRole: "edit", selectionState: "not-applicable" },
        fragments: [],
      });
      expect(JSON.stringify([await opened.read("b57", "x1"), await opened.trace("b57", "x1", 2)])).not.toContain(
        "tokenbeta",
      );
      await expectAsInPi(opened, "b57", "s1.jsonl");
    }));

  test("on the other branch, where no edit stands, the entry contributes", () =>
    withCase({ engine, input: "context-edit-misread" }, async (opened) => {
      for (const [leafId, state] of [
        ["b1", "direct"],
        ["x1", "direct"],
        ["x2", "not-selected"],
        ["a9", "not-selected"],
        ["a1", "direct"],
      ] as const) {
        const live = { ...ALPHA, session: { sessionId: "b57", leafId } };
        const { hits } = await opened.search({ query: "tokenalpha", sessionId: "current" }, live);
        expect(hits, leafId).toMatchObject([{ entryId: "a1", branchState: "selected", selectionState: state }]);
        expect((await opened.read("b57", "a1", {}, live)).event.selectionState, leafId).toBe(state);
      }
    }));

  test("omitted and then given again, in any order of lines, counts by the path; targets of every type", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "edits",
            cwd,
            entries: [
              user("amphoraword one", { id: "u" }),
              assistant([toolCall("c", "bash", { command: "amphoraword two" })], {}, { id: "call" }),
              toolResult("c", "bash", "amphoraword three", {}, { id: "result" }),
              customMessage("note", "amphoraword four", { id: "note" }),
              bash("amphoraword five", "done", {}, { id: "shell" }),
              contextEdit("u", null, { id: "x1" }),
              contextEdit("u", "given again", { id: "x2" }),
              contextEdit("result", "shortened", { id: "x3" }),
              contextEdit("result", null, { id: "x4" }),
              contextEdit("note", null, { id: "x5" }),
              contextEdit("shell", null, { id: "aside", parentId: "shell" }),
              contextEdit("gone", null, { id: "x6", parentId: "x5" }),
              contextEdit("x6", null, { id: "x7" }),
              user("on", { id: "end" }),
            ],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "edits", "edits.jsonl");
        expect(await statesOf(opened, "edits", ["u", "call", "result", "note", "shell", "aside", "x6"])).toEqual({
          u: "selected direct",
          call: "selected direct",
          result: "selected not-selected",
          note: "selected not-selected",
          shell: "selected direct",
          aside: "alternate not-applicable",
          x6: "selected not-applicable",
        });
        expect((await opened.search("amphoraword")).totals.events).toBe(5);
        expect(await relatedOf(opened, "edits", "x6")).toEqual(["context-omission edits/x7 recorded"]);
        for (const word of ["given", "shortened"]) expect((await opened.search(word)).hits).toEqual([]);
      },
    ));

  test("an edit that the latest compaction cut off edits nothing, and the compaction itself can be omitted", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "cut",
            cwd,
            entries: [
              user("first", { id: "u1" }),
              user("second", { id: "u2" }),
              contextEdit("u3", null, { id: "early" }),
              user("third", { id: "u3" }),
              compaction("in short", "u3", { id: "k" }),
              contextEdit("k", null, { id: "late" }),
              contextEdit("u1", null, { id: "moot" }),
              user("fourth", { id: "u4" }),
            ],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "cut", "cut.jsonl");
        expect(await statesOf(opened, "cut", ["u1", "u2", "u3", "k", "u4"])).toEqual({
          u1: "selected not-selected",
          u2: "selected summarized",
          u3: "selected direct",
          k: "selected not-selected",
          u4: "selected direct",
        });
      },
    ));
});
