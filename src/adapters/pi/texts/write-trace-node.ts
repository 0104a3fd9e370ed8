import type { TraceEdge, TraceNode } from "../../../domain/model/trace.ts";
import { clipText } from "../../../domain/text/clip-text.ts";
import { quoteLines } from "./quote-lines.ts";
import { writeStates, writeTime } from "./write-facts.ts";
import { writeRef } from "./write-forks.ts";
import { writeName, writeWord } from "./write-name.ts";

/** How much of each node is shown, and how many edges of each group. */
export interface TraceExtent {
  /** Code points. */
  readonly preview: number;
  readonly edges: number;
  readonly furtherEdges: number;
}

/** `entry d5e6f7a8, tool.call bash, 2026-…, selected/direct`. */
export function writeNodeFacts(node: TraceNode, homeSession: string): string {
  const tool = node.toolName === undefined ? "" : ` ${writeWord(node.toolName, 60)}`;
  const facts = [writeRef(node, homeSession), (node.kind ?? writeWord(node.entryType, 40)) + tool];
  if (node.isError === true) facts.push("error");
  facts.push(writeTime(node.timestamp), writeStates(node));
  return facts.join(", ");
}

/** The quoted preview of a node. */
export function writeNodePreview(node: TraceNode, points: number, indent: string): string[] {
  return quoteLines(clipText(node.preview, points), indent);
}

/** One edge: relation, evidence, node and preview, and indented below it the edges one step further. */
export function writeEdge(edge: TraceEdge, homeSession: string, extent: TraceExtent, indent = "  "): string[] {
  const leaf = edge.towardLeaf ? ", toward the leaf" : "";
  const file = edge.file === undefined ? "" : `, file ${writeName(edge.file, 200)}`;
  const below = `${indent}  `;
  const further = edge.edges ?? [];
  const lines = [
    `${indent}- ${edge.relation} (${edge.evidence}${leaf}${file}): ${writeNodeFacts(edge.node, homeSession)}`,
    ...writeNodePreview(edge.node, extent.preview, below),
    ...further.slice(0, extent.furtherEdges).flatMap((next) => writeEdge(next, homeSession, extent, below)),
  ];
  const missing = further.length - extent.furtherEdges;
  return missing > 0 ? [...lines, `${below}[${missing} more beyond: trace this entry]`] : lines;
}
