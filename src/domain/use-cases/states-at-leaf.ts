import type { EventStore } from "../../ports/event-store.ts";
import type { Event } from "../model/event.ts";
import { branchStates } from "../tree/branch-states.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import { selectionStates } from "../tree/selection-states.ts";
import { SessionTree } from "../tree/session-tree.ts";
import { type EntryAtLeaf, selectionLinksOf, statesAlongPath } from "./states-along-path.ts";

/**
 * States at another leaf than the one that the index has states for: at least of every entry that has others there, and of all that were
 * appended. `leafId` null: before any entry. Cost: the branch depth that is affected, rarely the whole session.
 */
export async function statesAtLeaf(
  source: SessionSourceRecord,
  leafId: string | null,
  appended: readonly Event[],
  store: EventStore,
): Promise<readonly EntryAtLeaf[]> {
  const along = leafId === null ? undefined : await statesAlongPath(source, leafId, appended, store);
  if (along) return along;
  const held = await store.eventsOfSource(source.key);
  const tree = SessionTree.of([...held, ...appended]);
  const links = [...(await store.relationsOfSource(source.key)), ...appended.flatMap(selectionLinksOf)];
  const leaf = leafId === null ? undefined : tree.numberOf(leafId);
  const branches = branchStates(tree, leaf);
  const selections = selectionStates(tree, links, leaf, branches);
  return Array.from(tree.numbers(), (number) => {
    const stored = held[number];
    const states = { branchState: branches.of(number), selectionState: selections.of(number) };
    return { entryId: tree.idOf(number), states, ...(stored && { stored }) };
  });
}

/** True where an entry has other states than the index has of it. */
export function hasOtherStates({ states, stored }: EntryAtLeaf): boolean {
  return stored?.branchState !== states.branchState || stored.selectionState !== states.selectionState;
}
