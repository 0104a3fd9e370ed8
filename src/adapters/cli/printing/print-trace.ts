import type { EventTrace, TraceEdge, TraceRelation } from "../../../domain/model/trace.ts";
import { drawTree, type TreeItem } from "./draw-tree.ts";
import { formatNumber } from "../../../domain/text/format-quantity.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printForks } from "./print-forks.ts";
import { printNextCommand } from "./print-next-command.ts";
import { printParagraph } from "./print-paragraph.ts";
import { printTraceNode, traceItem } from "./print-trace-node.ts";
import { RELATION_WORDS } from "./relation-words.ts";

/** The relations of an event for people: its place in the tree drawn, then what else is linked to it, by relation. */
export function printTrace(trace: EventTrace, page: Page): string {
  const rows = [
    ...drawTree(localTree(trace, page), page.columns),
    ...printParagraph(page, "● selected branch  ○ alternate branch  ◌ unknown", { style: "quiet" }),
    "",
    ...printRelated(trace, page),
  ];
  const forks = printForks(trace.forks, trace.target.sessionId, page);
  if (forks.length > 0) rows.push(...forks, "");
  if (trace.truncated) rows.push(...printParagraph(page, describeTotals(trace), { style: "warning" }));
  rows.push(
    ...printNextCommand(
      page,
      "",
      "read",
      [trace.target.sessionId, trace.target.entryId],
      ["--before", "2", "--after", "2"],
    ),
  );
  if (trace.coverage.state !== "ready") rows.push(...printCoverage(trace.coverage, page));
  return rows.join("\n");
}

/** The grandparent (when asked for), the parent, its children, and the target's children; several roots stand side by side. */
function localTree({ target, parent, children, branchSiblings }: EventTrace, page: Page): TreeItem[] {
  const home = target.sessionId;
  const item = (edge: TraceEdge): TreeItem => traceItem(edge, page, home);
  const targetItem: TreeItem = {
    print: (columns) => printTraceNode(target, page, columns, { remarks: [], isTarget: true, homeSession: home }),
    children: children.map(item),
  };
  const level = [...branchSiblings.map(item), targetItem];
  if (parent === undefined) return level;
  const above = parent.edges?.find(({ relation }) => relation === "parent");
  const otherEdges = parent.edges?.filter((edge) => edge !== above) ?? [];
  const parentItem = traceItem({ ...parent, edges: otherEdges }, page, home, { children: level });
  return [above === undefined ? parentItem : traceItem(above, page, home, { children: [parentItem] })];
}

function printRelated({ related, target }: EventTrace, page: Page): string[] {
  const groups = new Map<TraceRelation, TraceEdge[]>();
  for (const edge of related) groups.set(edge.relation, [...(groups.get(edge.relation) ?? []), edge]);
  return [...groups].flatMap(([relation, edges]) => {
    const title = RELATION_WORDS[relation];
    return [
      ...printParagraph(page, `${title.charAt(0).toUpperCase()}${title.slice(1)}:`, { style: "strong" }),
      ...drawTree(
        edges.map((edge) => traceItem(edge, page, target.sessionId, { isNamed: true })),
        page.columns - 2,
      ).map((row) => `  ${row}`),
      "",
    ];
  });
}

function describeTotals({ totals, children, branchSiblings, related }: EventTrace): string {
  const parts = [
    [children.length, totals.children, "children"],
    [branchSiblings.length, totals.branchSiblings, "siblings"],
    [related.length, totals.related, "related events"],
  ] as const;
  const cut = parts.filter(([shown, total]) => shown < total);
  if (cut.length === 0) return "More lies beyond what is shown: trace one of these events to go on.";
  const words = cut.map(([shown, total, name]) => `${formatNumber(shown)} of ${formatNumber(total)} ${name}`);
  return `Shown: ${words.join(", ")}.`;
}
