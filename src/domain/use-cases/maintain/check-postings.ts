import type { IndexableFragment, StoredEvent } from "../../../ports/event-record.ts";
import type { HeldPostings } from "../../../ports/held-postings.ts";
import { analyze, LONG_RUN } from "../../text/analyzer.ts";
import { digestToken } from "../../text/digest-token.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { IndexFindings } from "./index-findings.ts";

/** Compares what an engine holds of fragments with their texts. */
export interface PostingCheck {
  /** Takes the fragments of an event as the source has them. */
  take(event: StoredEvent, fragments: readonly IndexableFragment[]): void;
  /** Called after every batch of events and after the last one of a file. */
  settle(isLast: boolean): Promise<void>;
}

/** Every token at its place, through what the index holds. */
export function checkHeldPostings(held: HeldPostings, findings: IndexFindings): PostingCheck {
  return {
    take(event, fragments) {
      for (const { ordinal, text } of fragments) {
        let digest = 0;
        for (const [position, token] of analyze(text).entries()) digest += digestToken(token, position);
        findings.postings.checked++;
        if (held.digestOf(event.key, ordinal) !== digest) findings.postings.wrong++;
      }
    },
    settle: async () => {},
  };
}

/** Tokens that are asked for together. */
const ASKED_TOKENS = 20_000;

/**
 * Every token by searching for it, where the index does not say what it holds. Finds fragments that do not match or match too much, and
 * no wrong places of tokens. Own tools' calls are left out, as in a search. Cost: one search per distinct token and batch.
 */
export function checkFoundPostings(parts: HistoryParts, findings: IndexFindings): PostingCheck {
  const holders = new Map<string, Set<string>>();
  const taken = new Set<string>();
  const wrong = new Set<string>();
  let source = 0;
  return {
    take(event, fragments) {
      source = event.source;
      for (const { ordinal, text, isOwnCall } of fragments) {
        findings.postings.checked++;
        if (isOwnCall) continue;
        const name = `${event.key} ${ordinal}`;
        taken.add(name);
        for (const token of analyze(text)) {
          if (token === LONG_RUN) continue;
          const held = holders.get(token);
          if (held) held.add(name);
          else holders.set(token, new Set([name]));
        }
      }
    },
    async settle(isLast) {
      if (holders.size < ASKED_TOKENS && !isLast) return;
      const eligible = await parts.store.eligible({ sources: new Set([source]) });
      for (const [token, expected] of holders) {
        for await (const matches of parts.engine.match({ type: "term", token }, eligible, { relevance: false })) {
          for (const { event, ordinal } of matches) {
            const name = `${event} ${ordinal}`;
            if (!expected.delete(name) && taken.has(name)) wrong.add(name);
          }
        }
        for (const name of expected) wrong.add(name);
      }
      findings.postings.wrong += wrong.size;
      holders.clear();
      taken.clear();
      wrong.clear();
    },
  };
}
