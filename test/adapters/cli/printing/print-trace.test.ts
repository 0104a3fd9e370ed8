import { describe, expect, test } from "vitest";
import type { EventTrace } from "../../../../src/domain/model/trace.ts";
import { printTrace } from "../../../../src/adapters/cli/printing/print-trace.ts";
import { plainPage } from "../plain-page.ts";
import { coverage, edge, node, SESSION } from "../sample-answers.ts";
import { widestRow } from "../widest-row.ts";

function trace(changes: Partial<EventTrace> = {}): EventTrace {
  const { children = [], branchSiblings = [], related = [] } = changes;
  return {
    target: node({ kind: "assistant.text", preview: "I will lower it" }),
    children,
    branchSiblings,
    related,
    totals: { children: children.length, branchSiblings: branchSiblings.length, related: related.length },
    forks: [],
    truncated: false,
    coverage: coverage(),
    ...changes,
  };
}

describe("printTrace", () => {
  test("draws the parent above, siblings beside, children below, alternate branches marked in shape and words", () => {
    const answer = trace({
      parent: edge("parent", { entryId: "00aa11bb", preview: "the question" }),
      branchSiblings: [edge("sibling", { entryId: "b2", branchState: "alternate", preview: "another answer" })],
      children: [
        edge(
          "child",
          { entryId: "c1", kind: "tool.result", toolName: "bash", isError: true, preview: "1 failed" },
          { towardLeaf: true },
        ),
        edge("child", { entryId: "c2", branchState: "unknown", selectionState: "not-selected", preview: "" }),
      ],
    });
    expect(printTrace(answer, plainPage())).toBe(
      `● 00aa11bb user.text · 2026-05-03 10:22 UTC
│ the question
├─ ○ b2 user.text · sibling · on an alternate branch · 2026-05-03 10:22 UTC
│    another answer
└─ ● a1b2c3d4 assistant.text · ◀ this event · 2026-05-03 10:22 UTC
   │ I will lower it
   ├─ ● c1 tool.result (bash) · toward the leaf · error · 2026-05-03 10:22 UTC
   │    1 failed
   └─ ◌ c2 user.text · branch unknown · not in context · 2026-05-03 10:22 UTC
● selected branch  ○ alternate branch  ◌ unknown

→ pi-event-recall read ${SESSION} a1b2c3d4 --before 2 --after 2`,
    );
  });

  test("draws one step more above the parent and below the children", () => {
    const answer = trace({
      parent: edge(
        "parent",
        { entryId: "p" },
        { edges: [edge("parent", { entryId: "grandparent" }), edge("label", { entryId: "label1" })] },
      ),
      children: [edge("child", { entryId: "c" }, { edges: [edge("child", { entryId: "grandchild" })] })],
    });
    const rows = printTrace(answer, plainPage()).split("\n");
    const indentOf = (id: string): number => rows.find((row) => row.includes(` ${id} `))?.indexOf("●") ?? -1;
    expect(["grandparent", "p", "a1b2c3d4", "c", "grandchild"].map(indentOf)).toEqual([0, 3, 6, 9, 12]);
    expect(rows.some((row) => row.includes("label1 user.text · label ·"))).toBe(true);
  });

  test("shows several roots side by side", () => {
    const rows = printTrace(trace({ branchSiblings: [edge("sibling", { entryId: "b2" })] }), plainPage()).split("\n");
    expect(rows.filter((row) => row.startsWith("● "))).toHaveLength(3);
  });

  test("groups what is related, with evidence, file and other sessions in words", () => {
    const answer = trace({
      related: [
        edge("tool-result", { entryId: "r1", preview: "" }),
        edge("file-changed", { entryId: "f1", preview: "" }, { evidence: "inferred", file: "src/a\u0007.ts" }),
        edge("tool-result", { entryId: "r2", sessionId: "other", preview: "" }),
      ],
    });
    const text = printTrace(answer, plainPage());
    expect(text).toContain(
      `Tool result:
  ● r1 user.text · 2026-05-03 10:22 UTC
  ● r2 user.text · 2026-05-03 10:22 UTC · in session other

Changes the same file:
  ● f1 user.text · inferred · src/a\\x07.ts · 2026-05-03 10:22 UTC
`,
    );
  });

  test("counts what was cut", () => {
    const cut = trace({
      related: [edge("label")],
      totals: { children: 0, branchSiblings: 31, related: 1 },
      truncated: true,
    });
    expect(printTrace(cut, plainPage())).toContain("Shown: 0 of 31 siblings.");
  });

  test.each([40, 120])("fits %i columns with hostile, wide and huge text", (columns) => {
    const hostile = "\u001b[2J\u202e数据库👩‍👩‍👧 عربي ".repeat(30);
    const changes = { entryId: hostile, entryType: hostile, toolName: hostile, timestamp: hostile, preview: hostile };
    const answer = trace({
      target: node(changes),
      parent: edge("parent", changes),
      children: [
        edge("child", changes, { edges: [edge("label", { ...changes, sessionId: hostile }, { file: hostile })] }),
      ],
      related: [edge("session-fork", changes)],
    });
    const text = printTrace(answer, plainPage(columns));
    expect(widestRow(text)).toBeLessThanOrEqual(columns);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
