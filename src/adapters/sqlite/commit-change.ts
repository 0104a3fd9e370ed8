import { spellForAsciiTokenizer } from "../../domain/text/spell-for-ascii-tokenizer.ts";
import type { EventKey, IndexableEvent } from "../../ports/event-record.ts";
import type { IndexChange, SourceChange } from "../../ports/event-store.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { encodeStates, ROWS_PER_KEY } from "./event-codes.ts";
import { deleteKeys, EventKeys, type KeyRange, keysFor, takeKeyRanges } from "./event-keys.ts";
import { encodeEvent } from "./event-rows.ts";
import type { FragmentClasses } from "./fragment-classes.ts";
import { addRelations } from "./relation-rows.ts";
import { placeSource, promoteSource, removeSource, requireBasis } from "./source-rows.ts";
import { storeId } from "./stored-id.ts";
import { storeText } from "./stored-text.ts";

/**
 * Applies a change. Call inside one write transaction. FTS5 must see all deletions before the first insert, and between inserts only
 * statements that open no savepoint (plain inserts, updates and deletes without constraints): anything else makes it write a segment
 * (design §11).
 */
export function commitChange(connection: Connection, classes: FragmentClasses, change: IndexChange): void {
  for (const source of change.sources ?? []) requireBasis(connection, source);
  let gone = (change.removed ?? []).flatMap((path) => removeSource(connection, path));
  const keys = new EventKeys(connection);
  for (const round of inRounds(change.sources ?? [])) {
    const places = round.map((source) => ({ source, key: placeSource(connection, source) }));
    deleteKeys(connection, [...gone, ...places.flatMap(({ source, key }) => supersededKeys(connection, key, source))]);
    gone = [];
    for (const { source, key } of places) fillSource(connection, classes, keys, key, source);
  }
  deleteKeys(connection, gone);
  for (const { path, generation } of change.promoted ?? []) promoteSource(connection, path, generation);
  const walk = connection.command(
    "INSERT INTO walk (root, completed_at) VALUES (?, ?) ON CONFLICT (root) DO UPDATE SET completed_at = excluded.completed_at",
  );
  for (const { root, completedAt } of change.walks ?? []) walk.run(storeText(root), completedAt);
}

/** Changes in their order, cut before each that concerns a file again. */
function inRounds(changes: readonly SourceChange[]): SourceChange[][] {
  const rounds: SourceChange[][] = [];
  let paths = new Set<string>();
  for (const change of changes) {
    if (rounds.length === 0 || paths.has(change.source.path)) {
      rounds.push([]);
      paths = new Set();
    }
    paths.add(change.source.path);
    rounds.at(-1)?.push(change);
  }
  return rounds;
}

/** Keys of a file that go: all of them, or those of the entries that come again. */
function supersededKeys(connection: Connection, source: SourceKey, change: SourceChange): KeyRange[] {
  if (change.replace) return takeKeyRanges(connection, source);
  if (connection.pluck("SELECT 1 FROM event WHERE source = ? LIMIT 1").get(source) === undefined) return [];
  const find = connection.statement("SELECT key, length(fragments) FROM event WHERE source = ? AND entry_id = ?");
  const ranges: KeyRange[] = [];
  for (const entryId of new Set(change.append.map((event) => event.entryId))) {
    const found = find.get(source, storeId(entryId)) as [EventKey, number] | undefined;
    if (found) ranges.push([found[0], found[0] + keysFor(found[1]) - 1]);
  }
  return ranges;
}

function fillSource(
  connection: Connection,
  classes: FragmentClasses,
  keys: EventKeys,
  source: SourceKey,
  change: SourceChange,
): void {
  const added = appendEvents(connection, classes, keys, source, change.append);
  const setStates = connection.command("UPDATE event SET states = ? WHERE source = ? AND entry_id = ?");
  for (const state of change.states) setStates.run(encodeStates(state), source, storeId(state.entryId));
  const find = connection.pluck("SELECT key FROM event WHERE source = ? AND entry_id = ?");
  const keyOf = (entryId: string): EventKey | undefined =>
    added.get(entryId) ?? (find.get(source, storeId(entryId)) as EventKey | undefined);
  addRelations(connection, source, change.relations, keyOf);
}

/** Adds events in append order, of several with one entry id the last. Answers with the keys by entry id. */
function appendEvents(
  connection: Connection,
  classes: FragmentClasses,
  keys: EventKeys,
  source: SourceKey,
  events: readonly IndexableEvent[],
): Map<string, EventKey> {
  const latest = new Map(events.map((event) => [event.entryId, event]));
  const added = new Map<string, EventKey>();
  const insertEvent = connection.command("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const insertText = connection.command("INSERT INTO fts (rowid, text) VALUES (?, ?)");
  const first = keys.next;
  for (const event of events) {
    if (latest.get(event.entryId) !== event) continue;
    const slots = event.fragments.reduce((highest, { ordinal }) => Math.max(highest, ordinal + 1), 0);
    const key = keys.take(slots);
    insertEvent.run(...encodeEvent(key, source, event, slots, classes));
    for (const { ordinal, text } of event.fragments) {
      insertText.run(key * ROWS_PER_KEY + ordinal, spellForAsciiTokenizer(text));
    }
    added.set(event.entryId, key);
  }
  keys.settle(source, first);
  return added;
}
