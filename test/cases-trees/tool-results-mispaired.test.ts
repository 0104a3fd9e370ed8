import { expect, test } from "vitest";
import {
  assistant,
  sessionFile,
  type SessionEntry,
  toolCall,
  toolResult as resultOf,
  user,
} from "../support/session-file.ts";
import { onEachEngine, type OpenedCase, withCase } from "./open-case.ts";
import { relatedOf } from "./session-view.ts";

const cwd = "/ws/alpha";

function calls(id: string, ...callIds: string[]): SessionEntry {
  return assistant(
    callIds.map((callId) => toolCall(callId, "bash", { command: `${id} ${callId}` })),
    {},
    { id },
  );
}

function answers(id: string, callId: string, more: Record<string, unknown> = {}): SessionEntry {
  return resultOf(callId, "bash", `out of ${id}`, {}, { id, ...more });
}

async function expectPairs(opened: OpenedCase, sessionId: string, pairs: Readonly<Record<string, string[]>>) {
  for (const [entryId, expected] of Object.entries(pairs)) {
    const related = (await relatedOf(opened, sessionId, entryId)).filter((edge) => edge.startsWith("tool-"));
    expect(related, entryId).toEqual(expected);
  }
}

onEachEngine("Tool calls and results are paired by id alone, or by adjacency (B58)", (engine) => {
  test("ids that start again each turn, results in reverse, a call without result and a result without call", () =>
    withCase({ engine, input: "tool-results-mispaired" }, async (opened) => {
      await expectPairs(opened, "b58", {
        a1: ["tool-result b58/r1 recorded"],
        r1: ["tool-call b58/a1 recorded"],
        a2: ["tool-result b58/r3 recorded", "tool-result b58/r2 recorded"],
        r3: ["tool-call b58/a2 recorded"],
        r2: ["tool-call b58/a2 recorded"],
        a3: [],
        rx: [],
      });
      expect((await opened.search('"out two"')).hits.map((hit) => [hit.entryId, hit.toolName])).toEqual([
        ["r2", "bash"],
      ]);
    }));

  test("a fork with the same ids pairs inside itself", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const shared = [calls("a1", "call_0"), answers("r1", "call_0"), calls("a2", "call_0")];
          const parentSession = sessionFile(folder, {
            id: "parent",
            cwd,
            entries: [...shared, answers("r2", "call_0")],
          });
          sessionFile(folder, { id: "child", cwd, parentSession, entries: [...shared, user("no answer")] });
        },
      },
      async (opened) => {
        await expectPairs(opened, "parent", {
          a1: ["tool-result parent/r1 recorded"],
          a2: ["tool-result parent/r2 recorded"],
          r2: ["tool-call parent/a2 recorded"],
        });
        await expectPairs(opened, "child", {
          a1: ["tool-result child/r1 recorded"],
          r1: ["tool-call child/a1 recorded"],
          a2: [],
        });
      },
    ));

  test("two unanswered calls of one id: the nearest gets the result, and a later result that passes it over is inferred", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "open",
            cwd,
            entries: [
              calls("a1", "c"),
              user("interrupted"),
              calls("a2", "c"),
              answers("r1", "c"),
              answers("r2", "c"),
              answers("r3", "c"),
            ],
          }),
      },
      (opened) =>
        expectPairs(opened, "open", {
          a2: ["tool-result open/r1 recorded"],
          r1: ["tool-call open/a2 recorded"],
          a1: ["tool-result open/r2 inferred"],
          r3: [],
        }),
    ));

  test("branches do not answer each other: each continuation pairs with the call before the fork, or with none", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "tree",
            cwd,
            entries: [
              user("start", { id: "u" }),
              calls("a", "c", "d"),
              answers("left", "c"),
              answers("right", "c", { parentId: "a" }),
              answers("right-d", "d"),
              calls("far", "e"),
              answers("stranger", "e", { parentId: "u" }),
              answers("before", "late", { parentId: "u" }),
              calls("after", "late"),
            ],
          }),
      },
      (opened) =>
        expectPairs(opened, "tree", {
          left: ["tool-call tree/a recorded"],
          right: ["tool-call tree/a recorded"],
          "right-d": ["tool-call tree/a recorded"],
          a: ["tool-result tree/left recorded", "tool-result tree/right recorded", "tool-result tree/right-d recorded"],
          far: [],
          stranger: [],
          before: [],
          after: [],
        }),
    ));

  test("forty parallel calls keep exact totals; an id twice in one message is one edge; odd ids pair nothing", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
          const many = [calls("many", ...ids), ...ids.toReversed().map((id) => answers(`r-${id}`, id))];
          sessionFile(folder, { id: "parallel", cwd, entries: many });
          sessionFile(folder, {
            id: "odd",
            cwd,
            entries: [
              calls("twice", "t", "t"),
              answers("t1", "t"),
              answers("t2", "t"),
              assistant(
                [
                  { type: "toolCall", name: "bash", arguments: {} },
                  { type: "toolCall", id: 5, name: "bash", arguments: {} },
                ],
                {},
                { id: "nameless" },
              ),
              resultOf("", "bash", "nothing", {}, { id: "empty" }),
              calls("proto", "__proto__"),
              answers("proto-result", "__proto__"),
            ],
          });
        },
      },
      async (opened) => {
        const trace = await opened.trace("parallel", "many");
        expect([trace.related.length, trace.totals.related, trace.truncated]).toEqual([20, 40, true]);
        expect(trace.related.every((edge) => edge.evidence === "recorded")).toBe(true);
        await expectPairs(opened, "odd", {
          twice: ["tool-result odd/t1 recorded", "tool-result odd/t2 inferred"],
          t2: ["tool-call odd/twice inferred"],
          nameless: [],
          empty: [],
          "proto-result": ["tool-call odd/proto recorded"],
        });
      },
    ));
});
