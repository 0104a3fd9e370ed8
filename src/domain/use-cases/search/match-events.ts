import type { FilterRecord } from "../../../ports/filter-record.ts";
import type { QueryTree } from "../../../ports/query-tree.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { CoalescedMatches } from "../../ranking/coalesce.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";

/** Runs a query on the engine and coalesces what comes back. */
export async function matchEvents(
  tree: QueryTree,
  filter: FilterRecord,
  parts: HistoryParts,
  options: CallOptions & { readonly relevance: boolean },
): Promise<CoalescedMatches> {
  throwIfCancelled(options.signal);
  const matches = new CoalescedMatches();
  if (filter.sources.size === 0) return matches;
  const eligible = await parts.store.eligible(filter);
  for await (const batch of parts.engine.match(tree, eligible, options)) matches.add(batch);
  return matches;
}
