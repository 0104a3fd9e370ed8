import type { EventTrace, TraceEdge } from "../../../domain/model/trace.ts";
import { CLIP_CODE_POINTS } from "../../../domain/text/clip-text.ts";
import { fitText } from "./fit-text.ts";
import { writeCoverage } from "./write-coverage.ts";
import { FRAMING } from "./write-facts.ts";
import { writeForks } from "./write-forks.ts";
import { type TraceExtent, writeEdge, writeNodeFacts, writeNodePreview } from "./write-trace-node.ts";
import { writeId } from "./write-id.ts";

const MOST_EDGES = 20;

/**
 * The answer of `event_trace` for the model: the target, then its relations group by group, each with its exact total. Where that exceeds a
 * tool result, previews get shorter first, then the second step goes, then forks, then the last edges of each group.
 */
export function writeTraceAnswer(trace: EventTrace): string {
  const levers = [
    { most: CLIP_CODE_POINTS, least: 40 },
    { most: MOST_EDGES, least: 0 },
    { most: trace.forks.length, least: 0 },
    { most: MOST_EDGES, least: 1 },
  ];
  const longest = Math.max(trace.children.length, trace.branchSiblings.length, trace.related.length);
  return fitText(levers, ([preview = 0, furtherEdges = 0, forks = 0, edges = 0]) => {
    const extent = { preview, edges, furtherEdges };
    const home = trace.target.sessionId;
    return [
      FRAMING,
      "",
      `target: session ${writeId(home)} ${writeNodeFacts(trace.target, home)}`,
      ...writeNodePreview(trace.target, CLIP_CODE_POINTS, "  "),
      ...(trace.parent === undefined ? ["parent: none"] : ["parent:", ...writeEdge(trace.parent, home, extent)]),
      ...writeGroup("children", trace.children, trace.totals.children, home, extent),
      ...writeGroup("siblings", trace.branchSiblings, trace.totals.branchSiblings, home, extent),
      ...writeGroup("related", trace.related, trace.totals.related, home, extent),
      ...writeForks(trace.forks, home, forks),
      ...(trace.truncated || longest > edges ? ["Not all relations are shown: trace a shown entry to go on."] : []),
      ...(trace.coverage.state === "ready" ? [] : [writeCoverage(trace.coverage)]),
    ].join("\n");
  });
}

function writeGroup(
  name: string,
  edges: readonly TraceEdge[],
  total: number,
  homeSession: string,
  extent: TraceExtent,
): string[] {
  const shown = edges.slice(0, extent.edges);
  const head =
    total === 0 ? `${name}: none` : `${name}: ${shown.length === total ? total : `${shown.length} of ${total}`}`;
  return [head, ...shown.flatMap((edge) => writeEdge(edge, homeSession, extent))];
}
