import type { StoredEvent } from "../../../ports/event-record.ts";
import type { Event } from "../../model/event.ts";
import type { TraceEdge, TraceNode } from "../../model/trace.ts";
import { boundName } from "../../text/bound-name.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import type { RelatedEvent } from "./related-events.ts";
import { traceNode } from "./trace-node.ts";

/** Shows edges and their nodes from what the sources hold now, and counts the nodes that they do not hold any more. */
export class EdgeRenderer {
  readonly #parts: HistoryParts;
  #unconfirmed = 0;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Nodes so far whose source no longer holds them as they were indexed. */
  get unconfirmed(): number {
    return this.#unconfirmed;
  }

  node(stored: StoredEvent, event: Event | undefined, source: SessionSourceRecord): TraceNode {
    if (event === undefined) this.#unconfirmed++;
    return traceNode(stored, event, source);
  }

  /** Cost: one read of the node's record. */
  async edge(edge: RelatedEvent, from: StoredEvent): Promise<TraceEdge> {
    return {
      relation: edge.relation,
      evidence: edge.evidence,
      towardLeaf: leadsTowardLeaf(edge, from),
      node: this.node(edge.event, await loadEvent(edge.event, edge.source, this.#parts), edge.source),
      ...(edge.file !== undefined && { file: boundName(edge.file) }),
    };
  }
}

/** The way to the leaf goes down the tree: neither the parent nor anything else that stands earlier in the file lies on it. */
function leadsTowardLeaf({ relation, event }: RelatedEvent, from: StoredEvent): boolean {
  if (event.branchState !== "selected" || relation === "parent") return false;
  const isBeside = relation === "child" || relation === "sibling" || event.source !== from.source;
  return isBeside || event.position > from.position;
}
