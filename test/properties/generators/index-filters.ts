import { fc } from "@fast-check/vitest";
import { BRANCH_STATES, ROLES, SELECTION_STATES } from "../../../src/domain/model/vocabulary.ts";
import type { EventStore } from "../../../src/ports/event-store.ts";
import type { FilterRecord } from "../../../src/ports/filter-record.ts";
import { ENTRY_IDS, ENTRY_TYPES, KINDS, PATHS, TIMES, TOOL_NAMES } from "./index-histories.ts";

const set = <Value>(values: readonly Value[]) => fc.subarray([...values]).map((chosen) => new Set(chosen));
const eventName = fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...ENTRY_IDS)).map((parts) => parts.join("/"));

/** The fields that mean the same in every index. Few at once, or nothing would pass. */
const plainFields: fc.Arbitrary<Omit<Partial<FilterRecord>, "sources" | "excludedEvents" | "cutoffs" | "liveStates">> =
  fc
    .array(
      fc.oneof(
        fc.record({ kinds: set(KINDS) }),
        fc.record({ toolNames: set(TOOL_NAMES) }),
        fc.record({ entryTypes: set(ENTRY_TYPES) }),
        fc.record({ roles: set(ROLES) }),
        fc.record({ errorOnly: fc.boolean() }),
        fc.record({ fromTime: fc.constantFrom(...TIMES) }),
        fc.record({ toTime: fc.constantFrom(...TIMES) }),
        fc.record({ branchStates: set(BRANCH_STATES) }),
        fc.record({ selectionStates: set(SELECTION_STATES) }),
      ),
      { maxLength: 2 },
    )
    .map((fields) => Object.assign({}, ...fields));

/** A filter that names files by path and events as `<path>/<entry id>`, because keys differ from index to index. */
export const namedFilter = fc.record(
  {
    paths: fc.subarray(PATHS, { minLength: 1 }),
    excluded: fc.array(eventName, { maxLength: 3 }),
    cutoffs: fc.array(fc.tuple(fc.constantFrom(...PATHS), fc.nat(30)), { maxLength: 2 }),
    live: fc.array(
      fc.tuple(
        eventName,
        fc.record({
          branchState: fc.constantFrom(...BRANCH_STATES),
          selectionState: fc.constantFrom(...SELECTION_STATES),
        }),
      ),
      { maxLength: 4 },
    ),
    plain: plainFields,
  },
  { requiredKeys: [] },
);

export type NamedFilter = typeof namedFilter extends fc.Arbitrary<infer Filter> ? Filter : never;

const named = (names: readonly string[]) => names.map((name) => [name, true] as const);

const keysOf = <Value>(entries: readonly (readonly [string, Value])[], keys: ReadonlyMap<string, number>) =>
  entries.flatMap(([name, value]) => (keys.has(name) ? [[keys.get(name) ?? 0, value] as const] : []));

/** The filter in the keys of one index. Names that it does not hold are left out. */
export async function resolveFilter(filter: NamedFilter, store: EventStore): Promise<FilterRecord> {
  const sources = new Map((await store.sources()).map((source) => [source.path, source.key]));
  const events = new Map<string, number>();
  for (const [path, source] of sources) {
    for (const { entryId, key } of await store.eventsOfSource(source)) events.set(`${path}/${entryId}`, key);
  }
  const { paths = PATHS, excluded, cutoffs, live, plain = {} } = filter;
  return {
    ...plain,
    sources: new Set(keysOf(named(paths), sources).map(([key]) => key)),
    ...(excluded && { excludedEvents: new Set(keysOf(named(excluded), events).map(([key]) => key)) }),
    ...(cutoffs && { cutoffs: new Map(keysOf(cutoffs, sources)) }),
    ...(live && { liveStates: new Map(keysOf(live, events)) }),
  };
}
