import type { EventKey } from "../../ports/event-record.ts";
import type { RelationRecord, StoredRelation } from "../../ports/relation-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { restoreId, type StoredId, storeId } from "./stored-id.ts";

/** Codes are positions: a changed list needs a new `SCHEMA_VERSION`. */
const RELATIONS = [
  "tool-result",
  "label",
  "context-edit",
  "context-omission",
  "compaction-first-kept",
  "branch-summary",
  "file-read",
  "file-changed",
] as const satisfies readonly StoredRelation[];

const SELECT =
  "SELECT event.entry_id, relation.kind, relation.target FROM relation CROSS JOIN event ON event.key = relation.event";

/** An edge's `kind` is its relation's code × 2, plus 1 when it was inferred. */
export function addRelations(
  connection: Connection,
  source: SourceKey,
  relations: readonly RelationRecord[],
  keyOf: (entryId: string) => EventKey | undefined,
): void {
  const next = new Map<EventKey, number>();
  const highest = connection.pluck("SELECT max(ordinal) FROM relation WHERE event = ?");
  const insert = connection.command(
    "INSERT INTO relation (event, ordinal, source, kind, target) VALUES (?, ?, ?, ?, ?)",
  );
  for (const { from, relation, to, evidence } of relations) {
    const event = keyOf(from);
    if (event === undefined) continue;
    const ordinal = next.get(event) ?? ((highest.get(event) as number | null) ?? -1) + 1;
    next.set(event, ordinal + 1);
    const kind = RELATIONS.indexOf(relation) * 2 + (evidence === "inferred" ? 1 : 0);
    insert.run(event, ordinal, source, kind, storeId(to));
  }
}

export function relationsFrom(connection: Connection, source: SourceKey, entryId: string): RelationRecord[] {
  const own = "(SELECT key FROM event WHERE source = ? AND entry_id = ?)";
  return select(connection, `WHERE relation.event = ${own} ORDER BY relation.ordinal`, source, storeId(entryId));
}

export function relationsTo(connection: Connection, source: SourceKey, to: string): RelationRecord[] {
  const order = "ORDER BY event.position, relation.event, relation.ordinal";
  return select(connection, `WHERE relation.source = ? AND relation.target = ? ${order}`, source, storeId(to));
}

/** By way of the file's events, in append order: there is no index of edges by file. */
export function relationsOfSource(connection: Connection, source: SourceKey): RelationRecord[] {
  const rows = connection
    .statement(
      "SELECT event.entry_id, relation.kind, relation.target FROM event CROSS JOIN relation ON relation.event = event.key " +
        "WHERE event.source = ? ORDER BY event.position, event.key, relation.ordinal",
    )
    .all(source) as RelationRow[];
  return rows.map(decodeRelation);
}

type RelationRow = [from: StoredId, kind: number, target: StoredId];

function select(connection: Connection, where: string, ...parameters: unknown[]): RelationRecord[] {
  return (connection.statement(`${SELECT} ${where}`).all(...parameters) as RelationRow[]).map(decodeRelation);
}

function decodeRelation([from, kind, target]: RelationRow): RelationRecord {
  return {
    from: restoreId(from),
    relation: RELATIONS[kind >> 1] ?? "file-read",
    to: restoreId(target),
    evidence: kind % 2 === 1 ? "inferred" : "recorded",
  };
}
