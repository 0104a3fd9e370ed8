import type { IndexableEvent, IndexableFragment } from "../ports/event-record.ts";
import type { SourceChange } from "../ports/event-store.ts";
import type { SourceRecord } from "../ports/source-record.ts";

/** A session file's row, with everything that a law does not care about filled in. */
export function sampleSource(path: string, given: Partial<SourceRecord> = {}): SourceRecord {
  return {
    path,
    state: "indexed",
    bytes: 1_000,
    modifiedMs: 1_700_000_000_000,
    identity: `1:${path}`,
    offset: 1_000,
    records: 10,
    headerHash: "header",
    boundaryHash: "boundary",
    skipped: [],
    session: {
      sessionId: `session of ${path}`,
      version: 3,
      cwd: "/home/ada/payments",
      startedAt: "2026-01-02T03:04:05.000Z",
      startedTime: Date.UTC(2026, 0, 2, 3, 4, 5),
      leafId: "leaf",
      lastEntryTime: Date.UTC(2026, 0, 2, 4),
      events: 10,
    },
    ...given,
  };
}

/** A fragment with this text, or what is given. */
export type SampleFragment = string | Partial<IndexableFragment>;

/** An event with these fragments, with everything that a law does not care about filled in. */
export function sampleEvent(
  entryId: string,
  position: number,
  fragments: readonly SampleFragment[],
  given: Partial<IndexableEvent> = {},
): IndexableEvent {
  return {
    entryId,
    parentId: null,
    position,
    entryType: "message",
    role: "user",
    time: Date.UTC(2026, 0, 2, 3, 4, position),
    byteOffset: position * 100,
    byteLength: 99,
    isError: false,
    contribution: "message",
    contentHash: `hash of ${entryId}`,
    branchState: "selected",
    selectionState: "direct",
    fragments: fragments.map((fragment, ordinal) => ({
      ordinal,
      kind: "user.text",
      text: "",
      ...(typeof fragment === "string" ? { text: fragment } : fragment),
    })),
    ...given,
  };
}

/** A change of one file: an append, unless `given` says otherwise. */
export function sampleChange(
  path: string,
  append: readonly IndexableEvent[],
  given: Partial<SourceChange> = {},
): SourceChange {
  return { source: sampleSource(path), replace: false, append, states: [], relations: [], ...given };
}
