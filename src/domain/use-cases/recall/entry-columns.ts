import type { StoredEvent } from "../../../ports/event-record.ts";
import type { EventKey } from "../../../ports/event-record.ts";
import type { Contribution } from "../../../ports/vocabulary.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { NumberColumn } from "../../tree/number-column.ts";
import { SessionTree } from "../../tree/session-tree.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { VisibleSessions } from "../visible-session.ts";

/** Rows of one look: a few milliseconds of work. */
const ROWS = 2_000;

/** What Pi makes a message of. System messages are prompts and tool declarations: recall neither shows nor counts them. */
const MESSAGES: ReadonlySet<Contribution> = new Set(["message", "excluded", "compaction", "summary"]);

const IS_MESSAGE = 1;
const IS_USER = 2;
const IS_ASSISTANT = 4;
const IS_HIDDEN = 8;

/**
 * The entries of one session as recall looks at them, by number in append order: their tree, their handles, and which are messages. A session
 * may have hundreds of thousands, of which an answer shows a few, so nothing here reads the file or takes an object per entry.
 */
export class EntryColumns {
  readonly tree = new SessionTree();
  readonly #keys = new NumberColumn(Float64Array);
  readonly #traits = new NumberColumn(Uint8Array);

  /** Cost: the session's rows, in pieces between which others have their turn. Errors: `Cancelled`. */
  static async read(
    source: SessionSourceRecord,
    sessions: VisibleSessions,
    parts: HistoryParts,
    { signal }: CallOptions,
  ): Promise<EntryColumns> {
    const columns = new EntryColumns();
    for (let position = -1; ; ) {
      throwIfCancelled(signal);
      const events = await parts.store.neighbours(source.key, position, 0, ROWS);
      for (const event of events) columns.#add(event, sessions.isVisible(event));
      const last = events.at(-1);
      if (last === undefined || events.length < ROWS) return columns;
      position = last.position;
      await parts.clock.turn();
    }
  }

  keyOf(number: number): EventKey {
    return this.#keys.at(number) as EventKey;
  }

  isMessage(number: number): boolean {
    return this.#has(number, IS_MESSAGE);
  }

  /** True for what user and assistant said: the messages that browsing counts. */
  isConversation(number: number): boolean {
    return this.#has(number, IS_USER | IS_ASSISTANT);
  }

  isFromUser(number: number): boolean {
    return this.#has(number, IS_USER);
  }

  /** False for what the caller's invoking call must not see. */
  isVisible(number: number): boolean {
    return !this.#has(number, IS_HIDDEN);
  }

  /** Number of an entry that the caller may see. */
  find(entryId: string): number | undefined {
    const number = this.tree.numberOf(entryId);
    return number !== undefined && this.isVisible(number) ? number : undefined;
  }

  #add(event: StoredEvent, isVisible: boolean): void {
    const { key, role, contribution } = event;
    const isMessage = MESSAGES.has(contribution);
    this.tree.add(event);
    this.#keys.push(key);
    this.#traits.push(
      (isMessage ? IS_MESSAGE : 0) |
        (isMessage && role === "user" ? IS_USER : 0) |
        (isMessage && role === "assistant" ? IS_ASSISTANT : 0) |
        (isVisible ? 0 : IS_HIDDEN),
    );
  }

  #has(number: number, traits: number): boolean {
    return ((this.#traits.at(number) ?? 0) & traits) !== 0;
  }
}
