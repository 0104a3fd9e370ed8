import type { TraceEdge, TraceNode } from "../../../domain/model/trace.ts";
import { clipText } from "./clip-text.ts";
import type { TreeItem } from "./draw-tree.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { RELATION_WORDS } from "./relation-words.ts";
import { BRANCH_SYMBOLS, BRANCH_WORDS, SELECTION_WORDS } from "./state-words.ts";
import { wrapLine } from "./wrap-line.ts";

/** A node of a trace as rows: its mark, what it is and what is worth knowing, then its preview. */
export function printTraceNode(
  node: TraceNode,
  page: Page,
  columns: number,
  { remarks, isTarget = false, homeSession }: { remarks: readonly string[]; isTarget?: boolean; homeSession: string },
): string[] {
  const tool = node.toolName === undefined ? "" : ` (${clipText(node.toolName, 24)})`;
  const words = [`${clipText(node.entryId, 24)} ${node.kind ?? clipText(node.entryType, 32)}${tool}`];
  if (isTarget) words.push("◀ this event");
  words.push(...remarks);
  if (node.isError === true) words.push("error");
  if (node.branchState !== "selected") words.push(BRANCH_WORDS[node.branchState]);
  if (node.selectionState === "summarized" || node.selectionState === "not-selected") {
    words.push(SELECTION_WORDS[node.selectionState]);
  }
  words.push(formatTime(node.timestamp));
  if (node.sessionId !== homeSession) words.push(`in session ${clipText(node.sessionId, 40)}`);
  const symbol = BRANCH_SYMBOLS[node.branchState];
  const head = `${symbol} ${words.join(" · ")}`;
  const preview = escapeForTerminal(node.preview);
  const style = isTarget ? "strong" : node.branchState === "selected" ? undefined : "quiet";
  return [
    ...rowsOf(head, columns).map((row) => (isTarget ? page.paint("strong", row) : page.paint("kind", row))),
    ...(preview === ""
      ? []
      : rowsOf(preview, columns).map((row) => (style === undefined ? row : page.paint(style, row)))),
  ];
}

function rowsOf(line: string, columns: number): string[] {
  return wrapLine(line, Math.max(8, columns)).map(({ start, end }) => line.slice(start, end));
}

/**
 * An edge's node with what lies one step further below it. `isNamed`: a heading already names the relation. `children` hang below the
 * node before its own edges.
 */
export function traceItem(
  edge: TraceEdge,
  page: Page,
  homeSession: string,
  { children = [], isNamed = false }: { children?: readonly TreeItem[]; isNamed?: boolean } = {},
): TreeItem {
  const remarks: string[] = [];
  if (!isNamed && edge.relation !== "child" && edge.relation !== "parent") remarks.push(RELATION_WORDS[edge.relation]);
  // Siblings are derived by definition: saying so of each of them tells nothing.
  if (edge.evidence === "inferred" && edge.relation !== "sibling") remarks.push("inferred");
  if (edge.file !== undefined) remarks.push(clipText(edge.file, 60));
  if (edge.towardLeaf) remarks.push("toward the leaf");
  return {
    print: (columns) => printTraceNode(edge.node, page, columns, { remarks, homeSession }),
    children: [...children, ...(edge.edges ?? []).map((next) => traceItem(next, page, homeSession))],
  };
}
