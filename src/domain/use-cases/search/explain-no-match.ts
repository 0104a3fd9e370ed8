import type { FilterRecord } from "../../../ports/filter-record.ts";
import type { NoMatch } from "../../model/hit.ts";
import type { EventQuery } from "../../query/parse-event-query.ts";
import type { CallOptions, Caller, EventSearchRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { Scope } from "../scope/resolve-scope.ts";
import { matchEvents } from "./match-events.ts";
import { selectSources } from "./select-sources.ts";

/** The filters of a request, by the name a caller knows, and the fields that hold them. */
const FILTER_FIELDS: Readonly<Record<string, readonly (keyof FilterRecord)[]>> = {
  kinds: ["kinds"],
  entryTypes: ["entryTypes"],
  roles: ["roles"],
  toolNames: ["toolNames"],
  errorOnly: ["errorOnly"],
  time: ["fromTime", "toTime"],
  branchStates: ["branchStates"],
  selectionStates: ["selectionStates"],
};

/**
 * Why nothing matched (design §6): how many eligible events each clause matches alone; for each filter, how many events pass the
 * clauses and every other filter; and whether the caller's own session would match. Cost: one count per clause and filter.
 */
export async function explainNoMatch(context: {
  readonly request: EventSearchRequest;
  readonly query: EventQuery;
  readonly filter: FilterRecord;
  readonly caller: Caller;
  readonly scope: Scope;
  readonly parts: HistoryParts;
  readonly signal?: AbortSignal;
}): Promise<NoMatch> {
  const { request, query, filter, caller, scope, parts } = context;
  const options: CallOptions & { relevance: false } = {
    relevance: false,
    ...(context.signal && { signal: context.signal }),
  };
  const count = async (tree: EventQuery["tree"], by: FilterRecord): Promise<number> =>
    (await matchEvents(tree, by, parts, options)).size;

  const clauses: { text: string; events: number }[] = [];
  for (const clause of query.clauses) clauses.push({ text: clause.text, events: await count(clause.tree, filter) });

  const filters: { name: string; events: number }[] = [];
  for (const name of ["sessionId", "cwd"] as const) {
    if (request[name] === undefined) continue;
    const other = name === "cwd" ? "sessionId" : "cwd";
    const kept = request[other];
    const wider = await selectSources(kept === undefined ? {} : { [other]: kept }, caller, scope, parts);
    filters.push({
      name,
      events: await count(query.tree, { ...filter, ...wider }),
    });
  }
  for (const [name, fields] of Object.entries(FILTER_FIELDS)) {
    if (fields.every((field) => filter[field] === undefined)) continue;
    filters.push({ name, events: await count(query.tree, without(filter, fields)) });
  }
  const own = await countOwnSession();
  return { clauses, filters, ...(own > 0 && { ownSession: own }) };

  async function countOwnSession(): Promise<number> {
    if (request.sessionId !== undefined || scope.own === undefined) return 0;
    const selected = await selectSources({ ...request, sessionId: scope.own.session.sessionId }, caller, scope, parts);
    return count(query.tree, { ...without(filter, ["excludedEvents", "cutoffs"]), ...selected });
  }
}

function without(filter: FilterRecord, fields: readonly (keyof FilterRecord)[]): FilterRecord {
  const rest: Partial<Record<keyof FilterRecord, unknown>> = { ...filter };
  for (const field of fields) delete rest[field];
  return rest as FilterRecord;
}
