import assert from "node:assert/strict";
import type { StoredEvent } from "../ports/event-record.ts";
import type { EventStore } from "../ports/event-store.ts";
import type { IndexUnderTest } from "./contract-law.ts";

/** Key of the row that answers for a file. */
export async function keyOf(store: EventStore, path: string): Promise<number> {
  const source = (await store.sources()).find((candidate) => candidate.path === path);
  assert.ok(source, `${path} is in the index`);
  return source.key;
}

/** One event of a file. */
export async function read(store: EventStore, path: string, entryId: string): Promise<StoredEvent> {
  const event = await store.event(await keyOf(store, path), entryId);
  assert.ok(event, `${entryId} is in the index`);
  return event;
}

/** Entry ids of a file in append order. */
export async function entryIds(store: EventStore, path: string): Promise<string[]> {
  return (await store.eventsOfSource(await keyOf(store, path))).map((event) => event.entryId);
}

/** Fragments of all files that hold a token. */
export async function countMatches({ store, engine }: IndexUnderTest, token: string): Promise<number> {
  const eligible = await store.eligible({ sources: new Set((await store.sources()).map((source) => source.key)) });
  let count = 0;
  for await (const batch of engine.match({ type: "term", token }, eligible)) count += batch.length;
  return count;
}
