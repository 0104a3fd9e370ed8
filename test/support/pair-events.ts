import type { EventLink } from "../../src/domain/model/event.ts";
import type { ToolPair } from "../../src/domain/relations/find-call.ts";
import { pairToolCalls } from "../../src/domain/relations/pair-tool-calls.ts";
import { NONE, ToolCalls } from "../../src/domain/relations/tool-calls.ts";
import { SessionTree } from "../../src/domain/tree/session-tree.ts";

/** An entry with the ids of the calls that it makes and answers. */
export interface PairableEvent {
  readonly entryId: string;
  readonly parentId: string | null;
  readonly calls: readonly string[];
  readonly answers?: string;
}

/** The pairs of these events, in append order of the results. */
export function pairEvents(events: readonly PairableEvent[]): ToolPair[] {
  const tree = new SessionTree();
  const calls = new ToolCalls();
  for (const { entryId, parentId, calls: made, answers } of events) {
    tree.add({ entryId, parentId, entryType: "message", contribution: "message" });
    const links = made.map((callId): EventLink => ({ type: "tool-call", callId }));
    calls.add(answers === undefined ? links : [...links, { type: "tool-result", callId: answers }]);
  }
  const pairs = pairToolCalls(tree, calls);
  return events.flatMap(({ entryId, answers = "" }, number) => {
    const call = pairs.callOf(number);
    if (call === NONE) return [];
    const evidence = pairs.evidenceOf(number);
    return [{ result: entryId, call: tree.idOf(calls.entryOf(call)), callId: answers, evidence }];
  });
}
