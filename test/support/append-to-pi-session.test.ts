import { SessionManager } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { appendToPiSession } from "./append-to-pi-session.ts";
import type { PiOperation } from "./pi-operation.ts";

type Step = Exclude<PiOperation, { op: "fork" | "wait" }>;

function played(...steps: readonly Step[]): SessionManager {
  const session = SessionManager.inMemory("/home/ada/payments", { id: "probe" });
  for (const step of steps) appendToPiSession(session, step, 1_767_225_600_000);
  return session;
}

/** Position of each entry's parent; -1 for roots. */
function parents(session: SessionManager): readonly number[] {
  const entries = session.getEntries();
  return entries.map(({ parentId }) => entries.findIndex(({ id }) => id === parentId));
}

describe("appendToPiSession", () => {
  test.each<[Step, object]>([
    [{ op: "user", text: "u" }, { message: { role: "user", content: [{ type: "text", text: "u" }] } }],
    [{ op: "system", text: "s" }, { message: { role: "system", content: "s" } }],
    [{ op: "assistant", text: "a", stopReason: "error" }, { message: { role: "assistant", stopReason: "error" } }],
    [{ op: "assistant", text: "a", thinking: "t" }, { message: { content: [{ thinking: "t" }, { text: "a" }] } }],
    [{ op: "bash", command: "ls", output: "a", exitCode: 1 }, { message: { command: "ls", output: "a", exitCode: 1 } }],
    [
      { op: "bash", command: "ls", output: "", cancelled: true, excludeFromContext: true },
      { message: { exitCode: undefined, cancelled: true, excludeFromContext: true } },
    ],
    [
      { op: "custom", data: "d" },
      { type: "custom", data: { data: "d" } },
    ],
    [
      { op: "customMessage", text: "c" },
      { type: "custom_message", content: "c" },
    ],
    [
      { op: "name", name: "n" },
      { type: "session_info", name: "n" },
    ],
    [
      { op: "model", modelId: "m" },
      { type: "model_change", modelId: "m" },
    ],
    [
      { op: "thinking", level: "high" },
      { type: "thinking_level_change", thinkingLevel: "high" },
    ],
    [{ op: "usage" }, { type: "usage", kind: "cache_warm" }],
    [
      { op: "branchWithSummary", target: null, summary: "b" },
      { type: "branch_summary", parentId: null, summary: "b" },
    ],
  ])("%o appends its entry", (step, expected) => {
    expect(played(step).getEntries()).toMatchObject([expected]);
  });

  test("aims at entries by their number, modulo how many there are", () => {
    const session = played(
      { op: "user", text: "first" },
      { op: "label", target: 2, label: "here" },
      { op: "contextEdit", target: 0, replacement: "new" },
      { op: "compaction", summary: "kept", keep: 4 },
      { op: "compaction", summary: "nothing kept", keep: null },
      { op: "clearLabel", target: 0 },
    );
    const [first, label, edit, kept, none, cleared] = session.getEntries();
    expect(label).toMatchObject({ type: "label", targetId: first?.id, label: "here" });
    expect(edit).toMatchObject({ type: "context_edit", targetId: first?.id, replacement: { content: "new" } });
    expect(kept).toMatchObject({ type: "compaction", firstKeptEntryId: label?.id });
    expect(none).toMatchObject({ type: "compaction", firstKeptEntryId: none?.id });
    expect(cleared).toMatchObject({ type: "label", targetId: first?.id, label: undefined });
  });

  test("moves the leaf", () => {
    const user: Step = { op: "user", text: "u" };
    const summary: Step = { op: "branchWithSummary", target: 1, summary: "b" };
    expect(parents(played(user, user, { op: "branch", target: 0 }, user, { op: "resetLeaf" }, user, summary))).toEqual([
      -1, 0, 0, -1, 1,
    ]);
  });

  test("appends the results of parallel calls in either order", () => {
    const calls = ["read", "bash"].map((name) => ({ name, argument: "x", result: name, isError: name === "bash" }));
    const names = (reversed: boolean) =>
      played({ op: "toolCalls", calls, reversed })
        .getEntries()
        .flatMap((entry) => (entry.type === "message" && entry.message.role === "toolResult" ? [entry.message] : []))
        .map(({ toolName, isError, toolCallId }) => [toolName, isError, toolCallId]);
    expect(names(false)).toEqual([
      ["read", false, "call_0_0"],
      ["bash", true, "call_0_1"],
    ]);
    expect(names(true)).toEqual(names(false).toReversed());
  });

  test.each<[string, Step[]]>([
    ["a label without a target", [{ op: "label", target: 0, label: "x" }]],
    ["a branch without a target", [{ op: "branch", target: 3 }]],
    ["a compaction of nothing", [{ op: "compaction", summary: "x", keep: null }]],
    ["a summary of a branch from nowhere", [{ op: "branchWithSummary", target: 0, summary: "x" }]],
    ["an edit of what cannot be edited", [{ op: "usage" }, { op: "contextEdit", target: 0, replacement: null }]],
  ])("leaves out %s", (_, steps) => {
    expect(played(...steps).getEntries()).toHaveLength(steps.length - 1);
  });
});
