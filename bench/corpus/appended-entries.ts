import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { SessionWords } from "./session-words.ts";
import { writeText } from "./write-text.ts";

/** Code units of each entry's text. */
const TEXT = 1_000;

/** An entry without its parent, which whoever appends it names. */
export type AppendedEntry = { readonly id: string } & Record<string, unknown>;

/** Makes entries of about a kilobyte, as a turn of an agent appends them. */
export class AppendedEntries {
  readonly #random = new SeededRandom(3);
  readonly #words = new SessionWords(this.#random);
  #count = 0;

  /** In turn: what the user says, what the agent calls, and what comes of it. */
  message(): AppendedEntry {
    const turn = this.#count % 3;
    const call = `call${this.#count - turn}`;
    if (turn === 1) {
      const block = { type: "toolCall", id: call, name: "bash", arguments: { command: this.#text("output") } };
      return this.#entry("message", { message: { role: "assistant", content: [block] } });
    }
    const content = [{ type: "text", text: this.#text("prose") }];
    const result = { role: "toolResult", toolCallId: call, toolName: "bash", content, isError: false };
    return this.#entry("message", { message: turn === 2 ? result : { role: "user", content } });
  }

  compaction(firstKeptEntryId: string): AppendedEntry {
    return this.#entry("compaction", { firstKeptEntryId, summary: this.#text("prose"), tokensBefore: 150_000 });
  }

  branchSummary(fromId: string): AppendedEntry {
    return this.#entry("branch_summary", { fromId, summary: this.#text("prose") });
  }

  #entry(type: string, fields: Record<string, unknown>): AppendedEntry {
    const number = this.#count++;
    const timestamp = new Date(Date.UTC(2026, 5, 1) + number * 1_000).toISOString();
    return { type, id: `appended-${number}`, timestamp, ...fields };
  }

  #text(kind: "prose" | "output"): string {
    return writeText(this.#random, this.#words, TEXT, kind);
  }
}
