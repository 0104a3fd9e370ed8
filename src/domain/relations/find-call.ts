import type { Evidence } from "../../ports/relation-record.ts";

/** A result and the call that it answers. */
export interface ToolPair {
  /** Entry of the result. */
  readonly result: string;
  /** Entry of its call. */
  readonly call: string;
  readonly callId: string;
  /** `recorded` when the nearest call of that id was still open, `inferred` when answered ones were passed over. */
  readonly evidence: Evidence;
}

/** What the search for a call looks at on the way toward the root. */
export interface CallCarrier {
  readonly entryId: string;
  /** Ids of the calls that this event makes, in order. */
  readonly calls: readonly string[];
  /** Id of the call that this event answers. */
  readonly answers?: string;
}

/**
 * `pairToolCalls` for one result alone: walks from its parent toward the root and stops at the nearest call of its id that no result on
 * the way has answered. Undefined when the walk ends without one. Cost: the steps to the call.
 */
export async function findCall(
  result: string,
  callId: string,
  ancestors: AsyncIterable<CallCarrier>,
): Promise<ToolPair | undefined> {
  let answered = 0;
  let isNearest = true;
  for await (const ancestor of ancestors) {
    // An event's own answer comes before the calls it makes, so on the way up its calls are met first.
    for (const _ of ancestor.calls.filter((call) => call === callId)) {
      if (answered === 0) {
        return { result, call: ancestor.entryId, callId, evidence: isNearest ? "recorded" : "inferred" };
      }
      answered--;
      isNearest = false;
    }
    if (ancestor.answers === callId) answered++;
  }
  return undefined;
}
