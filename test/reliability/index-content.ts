import type { Caller } from "../../src/domain/use-cases/history.ts";
import { type OpenedIndex, openOnDisk } from "./open-on-disk.ts";

export const CALLER: Caller = { cwd: "/home/ada/payments", everything: true };

/** What an index holds and answers, without what may differ between two of them: keys, order of keys, the time of the last walk. */
export async function contentOf({ history, store }: OpenedIndex, queries: readonly string[]): Promise<unknown> {
  const sources: unknown[] = [];
  for (const { key, ...source } of await store.sources()) {
    const events = (await store.eventsOfSource(key)).map(({ key: _key, source: _source, ...event }) => event);
    const relations = (await store.relationsOfSource(key)).map((relation) => JSON.stringify(relation)).toSorted();
    const skipped = source.skipped.map(({ reason, count }) => `${count} ${reason}`).toSorted();
    sources.push({ ...source, skipped, events, relations });
  }
  const answers: unknown[] = [];
  for (const query of queries) {
    const answer = await history.search({ query, limit: 50 }, CALLER);
    answers.push(answer);
    for (const { sessionId, entryId } of answer.hits.slice(0, 3)) {
      answers.push(await history.read({ sessionId, entryId, before: 2, after: 2 }, CALLER));
      answers.push(await history.trace({ sessionId, entryId, depth: 2 }, CALLER));
      answers.push(await history.lineage({ sessionId }, CALLER));
    }
  }
  answers.push((await history.status(CALLER)).coverage, await history.sessions({}, CALLER));
  const withoutTimes = (key: string, value: unknown): unknown => (key === "lastCompleteWalk" ? undefined : value);
  return JSON.parse(JSON.stringify({ sources, answers }, withoutTimes));
}

/** The content of an index that is built at once from what the folder holds now. */
export async function freshContent(sessions: string, queries: readonly string[]): Promise<unknown> {
  const fresh = await openOnDisk({ sessions });
  try {
    await fresh.history.sync(CALLER);
    return await contentOf(fresh, queries);
  } finally {
    await fresh.history.close();
  }
}
