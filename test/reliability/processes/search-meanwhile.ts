import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { CALLER } from "../index-content.ts";
import type { OpenedIndex } from "../open-on-disk.ts";
import { WORD } from "./generated-store.ts";

/** Figures of the searches that were answered. */
export interface SearchFigures {
  answers: number;
  hits: number;
  ready: number;
}

/**
 * Searches again and again until `ended` settles, once at least. No search may fail; every hit must be an entry that holds the word; and an answer
 * that calls itself `ready` must count all of them. `entries`: what the files hold; `before`: what they held at the last complete
 * sync, which is what an index may count that has not looked since.
 */
export async function searchMeanwhile(
  { history }: OpenedIndex,
  ended: Promise<unknown>,
  { entries, before = entries }: { readonly entries: ReadonlySet<string>; readonly before?: ReadonlySet<string> },
  figures: SearchFigures,
): Promise<void> {
  const over = Promise.allSettled([ended]);
  for (let isOver = false; !isOver; isOver = (await Promise.race([over, wait(5)])) !== undefined) {
    const answer = await history.search({ query: WORD, limit: 50 }, CALLER);
    figures.answers++;
    figures.hits += answer.hits.length;
    for (const hit of answer.hits) expect(entries).toContain(`${hit.sessionId} ${hit.entryId}`);
    if (answer.coverage.state === "ready") {
      figures.ready++;
      expect([entries.size, before.size]).toContain(answer.totals.events);
    }
  }
}
