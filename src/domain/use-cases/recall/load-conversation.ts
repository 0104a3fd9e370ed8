import type { StoredEvent } from "../../../ports/event-record.ts";
import type { FragmentKind } from "../../../ports/vocabulary.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { Event } from "../../model/event.ts";
import { boundName } from "../../text/bound-name.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import { CORPUS_MESSAGES, type CorpusSession } from "./bound-corpus.ts";
import { CorpusText } from "./corpus-text.ts";
import type { EntryColumns } from "./entry-columns.ts";

/** Entries that are looked at between two turns. */
const LOOKS = 200;

const SPOKEN: readonly FragmentKind[] = ["user.text", "assistant.text"];

type CorpusMessage = CorpusSession["messages"][number];

export interface Conversation {
  readonly messages: readonly CorpusMessage[];
  /** Messages of the middle were left out. */
  readonly truncated: boolean;
  /** Messages that the file does not hold as they were indexed. */
  readonly unconfirmed: number;
}

/**
 * What user and assistant said on one branch, without what says nothing: its first 20 messages and its last 10. Neither thinking nor what
 * tools gave back. Content comes from the file and is verified. Errors: `Cancelled`. Cost: the records shown, and a look-up per entry
 * passed over in search of them.
 */
export async function loadConversation(
  path: readonly number[],
  columns: EntryColumns,
  source: SessionSourceRecord,
  parts: HistoryParts,
  { signal }: CallOptions,
): Promise<Conversation> {
  const numbers = path.filter((number) => columns.isConversation(number));
  let unconfirmed = 0;
  let looks = 0;
  const head: CorpusMessage[] = [];
  const tail: CorpusMessage[] = [];
  let from = 0;
  let to = numbers.length;
  while (from < to && head.length < CORPUS_MESSAGES.head) head.push(...(await messageAt(from++)));
  while (from < to && tail.length < CORPUS_MESSAGES.tail) tail.push(...(await messageAt(--to)));
  let truncated = false;
  while (from < to && !truncated) truncated = (await messageAt(from++)).length > 0;
  return { messages: [...head, ...tail.toReversed()], truncated, unconfirmed };

  async function messageAt(place: number): Promise<CorpusMessage[]> {
    throwIfCancelled(signal);
    if (++looks % LOOKS === 0) await parts.clock.turn();
    const [stored] = await parts.store.events([columns.keyOf(numbers[place] as number)]);
    if (stored === undefined || !stored.fragments.some(({ kind }) => SPOKEN.includes(kind))) return [];
    const event = await loadEvent(stored, source, parts);
    if (event === undefined) unconfirmed++;
    return event === undefined ? [] : corpusMessage(event, stored);
  }
}

function corpusMessage(event: Event, { role }: StoredEvent): CorpusMessage[] {
  const text = event.fragments
    .filter((fragment) => SPOKEN.includes(fragment.kind) && fragment.text !== "")
    .map((fragment) => fragment.text)
    .join("\n");
  if (text.trim() === "" || (role !== "user" && role !== "assistant")) return [];
  return [{ id: event.entryId, role, timestamp: boundName(event.timestamp), text: new CorpusText(text) }];
}
