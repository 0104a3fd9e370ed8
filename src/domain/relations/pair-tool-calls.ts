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
  /** `recorded` when the nearest call of that id was still open, `inferred` when answered ones were passed over. */
  readonly evidence: Evidence;
}

interface Call {
  readonly entryId: string;
}

/** The calls of one id on the way from the root, the nearest last: all of them, and those that nothing has answered yet. */
interface CallsOfId {
  readonly made: Call[];
  readonly unanswered: Call[];
}

/**
 * Pairs results with calls inside one session and along one path: each result with the nearest earlier call of its id that no other
 * result on the path has answered (providers restart their ids each turn). Never across branches. One walk down the tree, undoing on
 * the way back up; events that no root reaches (cycles) pair with nothing. Cost: linear.
 */
export function pairToolCalls(events: readonly PairableEvent[]): ToolPair[] {
  const { roots, firstChild, nextSibling } = linkChildren(events);
  const pairs: ToolPair[] = [];
  const open = new Map<string, CallsOfId>();
  // Numbers of events still to be entered, or what to undo before the next one.
  const steps: (number | (() => void))[] = roots.toReversed();
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === "function") {
      step();
      continue;
    }
    const undo = enter(events[step] as PairableEvent, open, pairs);
    // Where nothing is left to be entered beside this event, nobody would see it undone.
    if (undo && steps.length > 0) steps.push(undo);
    for (let child = firstChild[step] as number; child !== NONE; child = nextSibling[child] as number)
      steps.push(child);
  }
  return pairs;
}

const NONE = -1;

/** The tree as numbers of events, in append order from the last child to the first: far smaller than lists of children. */
function linkChildren(events: readonly PairableEvent[]) {
  const numberOf = new Map(events.map((event, number) => [event.entryId, number]));
  const firstChild = new Int32Array(events.length).fill(NONE);
  const nextSibling = new Int32Array(events.length).fill(NONE);
  const roots: number[] = [];
  for (const [number, { parentId }] of events.entries()) {
    const parent = parentId === null ? undefined : numberOf.get(parentId);
    if (parent === undefined) roots.push(number);
    else {
      nextSibling[number] = firstChild[parent] as number;
      firstChild[parent] = number;
    }
  }
  return { roots, firstChild, nextSibling };
}

function enter(event: PairableEvent, open: Map<string, CallsOfId>, pairs: ToolPair[]): (() => void) | undefined {
  const takeBack = event.answers === undefined ? undefined : answer(event.entryId, event.answers, open, pairs);
  for (const callId of event.calls) {
    const call: Call = { entryId: event.entryId };
    const calls = open.get(callId);
    if (calls) for (const stack of [calls.made, calls.unanswered]) stack.push(call);
    else open.set(callId, { made: [call], unanswered: [call] });
  }
  if (takeBack === undefined && event.calls.length === 0) return undefined;
  // Whatever happened below is undone by now, so both stacks are again as this event left them.
  return () => {
    for (const callId of event.calls) {
      open.get(callId)?.made.pop();
      open.get(callId)?.unanswered.pop();
    }
    takeBack?.();
  };
}

/** Pairs a result with the nearest call that waits for one. Returns what takes the answer back, or undefined where no call waits. */
function answer(
  entryId: string,
  callId: string,
  open: ReadonlyMap<string, CallsOfId>,
  pairs: ToolPair[],
): (() => void) | undefined {
  const calls = open.get(callId);
  const nearest = calls?.unanswered.pop();
  if (calls === undefined || nearest === undefined) return undefined;
  const evidence = nearest === calls.made.at(-1) ? "recorded" : "inferred";
  pairs.push({ result: entryId, call: nearest.entryId, callId, evidence });
  return () => void calls.unanswered.push(nearest);
}
