import type { BranchState } from "../../ports/vocabulary.ts";
import { type EventsById, type TreeEvent, walkToRoot } from "./session-tree.ts";

/**
 * The branch state of every event for a leaf (design §8): `selected` on Pi's walk from the leaf, `unknown` where the event's own walk
 * ends at a missing parent or a cycle before it joins that path, else `alternate`. A leaf whose walk cycles leaves all unknown.
 * `leafId` null or not held: an empty path. Cost: linear, since walks stop at events already decided.
 */
export function branchStates<Event extends TreeEvent>(
  byId: EventsById<Event>,
  leafId: string | null,
): Map<string, BranchState> {
  const states = new Map<string, BranchState>();
  const path = walkToRoot(leafId === null ? undefined : byId.get(leafId), byId);
  if (path.end === "cycle") {
    for (const entryId of byId.keys()) states.set(entryId, "unknown");
    return states;
  }
  for (const event of path.events) states.set(event.entryId, "selected");
  for (const event of byId.values()) decide(event, byId, states);
  return states;
}

function decide<Event extends TreeEvent>(
  event: Event,
  byId: EventsById<Event>,
  states: Map<string, BranchState>,
): void {
  const walked: string[] = [];
  const visited = new Set<string>();
  let current: Event | undefined = event;
  let state: BranchState = "unknown";
  while (current !== undefined && !visited.has(current.entryId)) {
    const known = states.get(current.entryId);
    if (known !== undefined) {
      state = known === "selected" ? "alternate" : known;
      break;
    }
    visited.add(current.entryId);
    walked.push(current.entryId);
    if (current.parentId === null) {
      state = "alternate";
      break;
    }
    current = byId.get(current.parentId);
  }
  for (const entryId of walked) states.set(entryId, state);
}
