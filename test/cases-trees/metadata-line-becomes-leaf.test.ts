import { expect, test } from "vitest";
import {
  assistant,
  bash,
  contextEdit,
  customEntry,
  label,
  modelChange,
  sessionFile,
  type SessionEntry,
  user,
} from "../support/session-file.ts";
import { ALPHA, onEachEngine, withCase } from "./open-case.ts";
import { expectAsInPi, statesOf } from "./session-view.ts";

const cwd = "/ws/alpha";

onEachEngine("A metadata line from a stale position is the last line (B52)", (engine) => {
  test("the leaf is Pi's, the work beside it is alternate, found by default, and both ways on are named", () =>
    withCase({ engine, input: "metadata-line-becomes-leaf" }, async (opened) => {
      expect(await statesOf(opened, "b52", ["a1", "a2", "a3", "a4", "a5"])).toEqual({
        a1: "selected direct",
        a2: "alternate not-selected",
        a3: "alternate not-selected",
        a4: "alternate not-selected",
        a5: "selected not-applicable",
      });
      await expectAsInPi(opened, "b52", "s1.jsonl");
      const { hits } = await opened.search("realwork");
      expect(hits).toMatchObject([{ entryId: "a4", branchState: "alternate", sessionName: "renamed" }]);
      const receipt = {
        kind: "in-session",
        at: { sessionId: "b52", entryId: "a1" },
        candidates: [
          { sessionId: "b52", entryId: "a2" },
          { sessionId: "b52", entryId: "a5" },
        ],
      };
      expect((await opened.read("b52", "a4", { before: 10 })).forks).toEqual([
        { ...receipt, chosen: { sessionId: "b52", entryId: "a2" } },
      ]);
      const fromStart = await opened.read("b52", "a1", { after: 10 });
      expect(fromStart.after.map((near) => near.event.entryId)).toEqual(["a5"]);
      expect(fromStart.forks).toEqual([{ ...receipt, chosen: { sessionId: "b52", entryId: "a5" } }]);
      const start = await opened.trace("b52", "a1");
      expect(start.children.map((edge) => [edge.node.entryId, edge.towardLeaf])).toEqual([
        ["a2", false],
        ["a5", true],
      ]);
      const work = await opened.trace("b52", "a4");
      expect([work.parent?.node.entryId, work.children, work.target.branchState]).toEqual(["a3", [], "alternate"]);
    }));

  test("a caller whose live leaf is the real work sees it selected, and the index stays as it was", () =>
    withCase({ engine, input: "metadata-line-becomes-leaf" }, async (opened) => {
      const live = { ...ALPHA, session: { sessionId: "b52", leafId: "a4" } };
      const seen = await opened.search({ query: "realwork", sessionId: "current" }, live);
      expect(seen.hits).toMatchObject([{ entryId: "a4", branchState: "selected", selectionState: "direct" }]);
      const filtered = { query: "realwork", sessionId: "current", branchStates: ["selected"] };
      expect((await opened.search(filtered, live)).hits).toHaveLength(1);
      expect((await opened.search({ ...filtered, sessionId: "b52" })).hits).toHaveLength(0);
      expect((await opened.read("b52", "a1", { after: 10 }, live)).after.map((near) => near.event.entryId)).toEqual([
        "a2",
        "a3",
        "a4",
      ]);
      const start = await opened.trace("b52", "a1", 1, live);
      expect(start.children.map((edge) => [edge.node.entryId, edge.towardLeaf])).toEqual([
        ["a2", true],
        ["a5", false],
      ]);
    }));

  const lastLines: readonly [string, SessionEntry][] = [
    ["a label", label("e2", "mark", { parentId: "e1" })],
    ["a cleared name", { type: "session_info", name: "", parentId: "e1" }],
    ["a model change", modelChange("m", { parentId: "e1" })],
    ["a thinking level", { type: "thinking_level_change", thinkingLevel: "high", parentId: "e1" }],
    ["usage", { type: "usage", usage: {}, parentId: "e1" }],
    ["a custom entry", customEntry("state", { on: true }, { parentId: "e1" })],
    ["a context edit", contextEdit("e1", null, { parentId: "e1" })],
    ["a type that Pi does not know", { type: "novelty", parentId: "e1" }],
    ["an entry below the root that is no child of the work", modelChange("m", { parentId: null })],
    ["an entry whose parent is missing", customEntry("state", {}, { parentId: "gone" })],
    ["an excluded shell command", bash("ls", "files", { excludeFromContext: true }, { parentId: "e1" })],
  ];

  test.each(lastLines)("%s as last line decides the leaf as in Pi, and hides nothing", (_, last) =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "work",
            cwd,
            entries: [user("start"), assistant("onward"), user("more"), assistant("finished millwork"), last],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "work", "work.jsonl", last.type === "message" ? ["e5"] : []);
        const { hits } = await opened.search("millwork");
        expect(hits).toMatchObject([{ entryId: "e4", branchState: "alternate" }]);
        const only = await opened.search({ query: "millwork", branchStates: ["selected"] });
        expect(only.hits).toEqual([]);
        expect(only.noMatch?.filters).toEqual([{ name: "branchStates", events: 1 }]);
      },
    ),
  );

  test("the next message from the real work takes the leaf back", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "work",
            cwd,
            entries: [
              user("start"),
              assistant("millwork"),
              label("e1", "m", { parentId: "e1" }),
              user("on", { parentId: "e2" }),
            ],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "work", "work.jsonl");
        expect(await statesOf(opened, "work", ["e1", "e2", "e3", "e4"])).toEqual({
          e1: "selected direct",
          e2: "selected direct",
          e3: "alternate not-applicable",
          e4: "selected direct",
        });
      },
    ));
});
