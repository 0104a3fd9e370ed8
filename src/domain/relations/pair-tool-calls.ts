import type { Evidence } from "../../ports/relation-record.ts";

/** What pairing looks at in an event. */
export interface PairableEvent {
  readonly entryId: string;
  readonly parentId: string | null;
  /** Ids of the calls that this event makes, in order. */
  readonly calls: readonly string[];
  /** Id of the call that this event answers. */
  readonly answers?: string;
}

export interface ToolPair {
  /** Entry of the result. */
  readonly result: string;
  /** Entry of its call. */
  readonly call: string;
  readonly callId: string;
  /** `recorded` when exactly one unanswered call of that id stood before the result on its path, else `inferred`. */
  readonly evidence: Evidence;
}

interface OpenCall {
  readonly entryId: string;
  isAnswered: boolean;
}

/**
 * Pairs results with calls inside one session and along one path: each result with the nearest earlier call of its id that no other
 * result on the path has answered (providers restart their ids each turn). Never across branches. One walk down the tree, undoing on
 * the way back up; events that no root reaches (cycles) pair with nothing. Cost: linear.
 */
export function pairToolCalls(events: readonly PairableEvent[]): ToolPair[] {
  const held = new Set(events.map((event) => event.entryId));
  const children = new Map<string, PairableEvent[]>();
  const roots: PairableEvent[] = [];
  for (const event of events) {
    if (event.parentId === null || !held.has(event.parentId)) roots.push(event);
    else {
      const siblings = children.get(event.parentId);
      if (siblings) siblings.push(event);
      else children.set(event.parentId, [event]);
    }
  }
  const pairs: ToolPair[] = [];
  const open = new Map<string, OpenCall[]>();
  type Step = { readonly event: PairableEvent } | { readonly undo: () => void };
  const steps: Step[] = roots.toReversed().map((event) => ({ event }));
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ("undo" in step) {
      step.undo();
      continue;
    }
    const undo = enter(step.event, open, pairs);
    if (undo) steps.push({ undo });
    for (const child of (children.get(step.event.entryId) ?? []).toReversed()) steps.push({ event: child });
  }
  return pairs;
}

function enter(event: PairableEvent, open: Map<string, OpenCall[]>, pairs: ToolPair[]): (() => void) | undefined {
  const answered = event.answers === undefined ? undefined : answer(event.entryId, event.answers, open, pairs);
  for (const callId of event.calls) {
    const calls = open.get(callId);
    const call: OpenCall = { entryId: event.entryId, isAnswered: false };
    if (calls) calls.push(call);
    else open.set(callId, [call]);
  }
  if (answered === undefined && event.calls.length === 0) return undefined;
  return () => {
    if (answered) answered.isAnswered = false;
    for (const callId of event.calls) open.get(callId)?.pop();
  };
}

function answer(
  entryId: string,
  callId: string,
  open: ReadonlyMap<string, OpenCall[]>,
  pairs: ToolPair[],
): OpenCall | undefined {
  const unanswered = (open.get(callId) ?? []).filter((call) => !call.isAnswered);
  const nearest = unanswered.at(-1);
  if (nearest === undefined) return undefined;
  nearest.isAnswered = true;
  const evidence = new Set(unanswered.map((call) => call.entryId)).size === 1 ? "recorded" : "inferred";
  pairs.push({ result: entryId, call: nearest.entryId, callId, evidence });
  return nearest;
}
