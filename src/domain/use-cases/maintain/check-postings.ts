import type { IndexableFragment, StoredEvent } from "../../../ports/event-record.ts";
import type { HeldPostings } from "../../../ports/held-postings.ts";
import type { Event } from "../../model/event.ts";
import { analyze, LONG_RUN } from "../../text/analyzer.ts";
import { digestToken } from "../../text/digest-token.ts";
import { trigrams } from "../../text/trigrams.ts";
import { discoveredFragments } from "../sync/discovered-fragments.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { IndexFindings } from "./index-findings.ts";

/** Compares what an engine holds of fragments with their texts. */
export interface PostingCheck {
  /** Takes the fragments of an event as the source has them: what is indexed of them, and the whole event. */
  take(event: StoredEvent, fragments: readonly IndexableFragment[], whole: Pick<Event, "fragments">): void;
  /** Called after every batch of events and after the last one of a file. */
  settle(isLast: boolean): Promise<void>;
}

/** Every token at its place, through what the index holds; every trigram too, of events that discovery has taken. */
export function checkHeldPostings(held: HeldPostings, findings: IndexFindings): PostingCheck {
  const compare = (given: number | undefined, tokens: readonly string[]): void => {
    findings.postings.checked++;
    if (given !== digestAll(tokens)) findings.postings.wrong++;
  };
  const { discovery } = held;
  return {
    take(event, fragments, whole) {
      for (const { ordinal, text } of fragments) compare(held.digestOf(event.key, ordinal), analyze(text));
      if (discovery === undefined) return;
      const isTaken = event.key <= discovery.markOf(event.source);
      const expected = new Map(isTaken ? discoveredFragments(whole).map(({ ordinal, text }) => [ordinal, text]) : []);
      for (const { ordinal } of fragments) {
        const text = expected.get(ordinal);
        const given = discovery.digestOf(event.key, ordinal);
        if (text !== undefined) compare(given, trigrams(text));
        else if (given !== undefined) findings.postings.wrong++;
      }
    },
    settle: async () => {},
  };
}

function digestAll(tokens: readonly string[]): number {
  let digest = 0;
  for (const [position, token] of tokens.entries()) digest += digestToken(token, position);
  return digest;
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
