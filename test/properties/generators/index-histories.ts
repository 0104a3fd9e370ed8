import { fc } from "@fast-check/vitest";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { BRANCH_STATES, ROLES, SELECTION_STATES } from "../../../src/domain/model/vocabulary.ts";
import type { IndexableEvent, IndexableFragment } from "../../../src/ports/event-record.ts";
import type { IndexChange, SourceChange } from "../../../src/ports/event-store.ts";
import { indexedText } from "./indexed-texts.ts";

export const PATHS = ["a.jsonl", "b.jsonl", "c.jsonl"];
/** Few, so that events are often written twice. */
export const ENTRY_IDS = ["e0", "e1", "e2", "e3", "e4", "e5"];
export const KINDS = ["user.text", "tool.call", "tool.result"] as const;
export const TOOL_NAMES = ["bash", "read", "event_search"];
export const ENTRY_TYPES = ["message", "custom_message"];
/** Milliseconds. */
export const TIMES = [1_000, 2_000, 3_000];

const fragment: fc.Arbitrary<Partial<IndexableFragment>> = fc.record(
  {
    kind: fc.constantFrom(...KINDS),
    text: indexedText,
    toolName: fc.constantFrom(...TOOL_NAMES),
    isOwnCall: fc.boolean(),
    isError: fc.boolean(),
  },
  { requiredKeys: ["kind", "text"] },
);

const states = {
  branchState: fc.constantFrom(...BRANCH_STATES),
  selectionState: fc.constantFrom(...SELECTION_STATES),
};

/** An event without its position, which the history gives. */
const event = fc.record({
  entryId: fc.constantFrom(...ENTRY_IDS),
  fragments: fc.array(fragment, { maxLength: 4 }),
  given: fc.record({
    ...states,
    entryType: fc.constantFrom(...ENTRY_TYPES),
    role: fc.constantFrom(...ROLES),
    time: fc.constantFrom(null, ...TIMES),
    isError: fc.boolean(),
  }),
});

const sourceStep = fc.record({
  path: fc.constantFrom(...PATHS),
  replace: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  append: fc.array(event, { minLength: 1, maxLength: 8 }),
  states: fc.array(fc.record({ entryId: fc.constantFrom(...ENTRY_IDS), ...states }), { maxLength: 2 }),
});

const step = fc.record({
  sources: fc.array(sourceStep, { maxLength: 2 }),
  removed: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(PATHS, { maxLength: 1 }) },
  ),
});

/**
 * Commits one after the other: appends, entry ids written again (in one commit, in a later one), rebuilds, new states, removals, in
 * any order. Positions grow with the history.
 */
export const indexHistory: fc.Arbitrary<readonly IndexChange[]> = fc
  .array(step, { minLength: 1, maxLength: 10 })
  .map((steps) => {
    let position = 0;
    return steps.map(({ sources, removed }): IndexChange => {
      const changes = sources.map(({ path, replace, append, states: changed }): SourceChange => {
        const events = append.map(({ entryId, fragments, given }) =>
          sampleEvent(entryId, ++position, fragments, given),
        );
        return sampleChange(path, events, { replace, states: changed });
      });
      return { sources: changes, removed };
    });
  });

/** What every index must hold after a history, path by path, in append order. */
export function finalContent(history: readonly IndexChange[]): Map<string, readonly IndexableEvent[]> {
  const content = new Map<string, readonly IndexableEvent[]>();
  for (const { removed = [], sources = [] } of history) {
    for (const path of removed) content.delete(path);
    for (const { source, replace, append, states: changed } of sources) {
      const events = [...(replace ? [] : (content.get(source.path) ?? [])), ...append];
      const latest = events.filter((one, at) => !events.slice(at + 1).some((later) => later.entryId === one.entryId));
      const current = latest.map((one) => ({ ...one, ...changed.findLast(({ entryId }) => entryId === one.entryId) }));
      content.set(source.path, current);
    }
  }
  return content;
}
