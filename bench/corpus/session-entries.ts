import type { SeededRandom } from "../../src/contract/seeded-random.ts";
import { drawSize, type QuantileCurve } from "./quantile-curve.ts";
import { SessionWords } from "./session-words.ts";
import { writeText } from "./write-text.ts";

/** Sizes in code points, tuned so that all fragments together have real sessions' median 333, p90 4.9 K, p99 24 K and maximum 185 K. */
const SIZES = {
  user: [
    [0, 4],
    [0.5, 320],
    [0.9, 2_600],
    [0.99, 20_000],
    [1, 90_000],
  ],
  assistant: [
    [0, 6],
    [0.5, 420],
    [0.9, 1_500],
    [0.99, 5_000],
    [1, 20_000],
  ],
  call: [
    [0, 10],
    [0.2, 120],
    [0.6, 390],
    [0.8, 1_100],
    [0.95, 4_500],
    [0.99, 12_000],
    [1, 60_000],
  ],
  result: [
    [0, 1],
    [0.1, 40],
    [0.5, 850],
    [0.75, 3_400],
    [0.9, 10_000],
    [0.98, 26_000],
    [0.9995, 60_000],
    [1, 185_000],
  ],
  summary: [
    [0, 3_000],
    [1, 24_000],
  ],
  hidden: [
    [0, 40],
    [0.5, 600],
    [1, 12_000],
  ],
} as const satisfies Readonly<Record<string, QuantileCurve>>;

/** Shares of all bytes that the parts without searchable text take. */
const SHARES = { thinking: 0.1, signature: 0.04, image: 0.04, details: 0.12 } as const;
/** Share of tool results that repeat an earlier one, as re-read files do. */
const REPEATED = 0.3;

export type Entry = Record<string, unknown> & { readonly id: string };

/** Bytes by what they are, over the whole corpus; hidden parts are added wherever they fall behind their share. */
export class ByteShares {
  #total = 0;
  readonly #hidden = new Map<keyof typeof SHARES, number>();

  count(bytes: number): void {
    this.#total += bytes;
  }

  /** Size of a hidden part to write now; 0 when its share is reached. */
  due(part: keyof typeof SHARES, random: SeededRandom): number {
    const written = this.#hidden.get(part) ?? 0;
    if (written >= SHARES[part] * this.#total) return 0;
    const size = drawSize(random, SIZES.hidden) * (part === "image" ? 8 : 1);
    this.#hidden.set(part, written + size);
    return size;
  }
}

/** Makes the entries of one session, in order: turns of a user message and the agent's calls, compactions, names, labels. */
export class SessionEntries {
  readonly #random: SeededRandom;
  readonly #words: SessionWords;
  readonly #shares: ByteShares;
  readonly #noise: string;
  readonly #results: string[] = [];
  #time: number;
  #parentId: string | null = null;
  /** The entries of the turn under way that are still to come. */
  #pending: (() => Entry)[] = [];

  constructor(random: SeededRandom, shares: ByteShares, noise: string, startedAt: number) {
    this.#random = random;
    this.#words = new SessionWords(random);
    this.#shares = shares;
    this.#noise = noise;
    this.#time = startedAt;
  }

  /** Goes on after an entry: what follows hangs below it. */
  continueFrom(entryId: string): void {
    this.#parentId = entryId;
    this.#pending = [];
  }

  next(): Entry {
    const make = this.#pending.shift() ?? this.#beginTurn();
    const entry = make();
    this.#parentId = entry.id;
    return entry;
  }

  #beginTurn(): () => Entry {
    const random = this.#random;
    const share = random.next();
    if (share < 0.045) return () => this.#summary("compaction");
    if (share < 0.06) return () => this.#summary("branch_summary");
    if (share < 0.07) return () => this.#entry("session_info", { name: this.#text(30, "prose") });
    if (share < 0.08) return () => this.#entry("model_change", { provider: "anthropic", modelId: "claude-sonnet-4-5" });
    for (let calls = random.below(9); calls > 0; calls--) {
      const callId = `toolu_01${this.#filler(22)}`;
      const tool = random.pick(["bash", "bash", "bash", "bash", "read", "read", "edit", "edit", "grep", "write"]);
      this.#pending.push(
        () => this.#assistant({ type: "toolCall", id: callId, name: tool, arguments: this.#callArguments(tool) }),
        () => this.#result(callId, tool),
      );
    }
    this.#pending.push(() => this.#assistant());
    return () => this.#message({ role: "user", content: [this.#block(drawSize(random, SIZES.user))] });
  }

  #assistant(call?: Record<string, unknown>): Entry {
    const content: unknown[] = [];
    const thinking = this.#shares.due("thinking", this.#random);
    if (thinking > 0) {
      const signature = this.#shares.due("signature", this.#random);
      content.push({
        type: "thinking",
        thinking: this.#text(thinking, "prose"),
        thinkingSignature: this.#filler(signature),
      });
    }
    if (call === undefined || this.#random.next() < 0.25) {
      content.push(this.#block(drawSize(this.#random, SIZES.assistant)));
    }
    if (call) content.push(call);
    const tokens = {
      input: this.#random.below(9_000),
      output: this.#random.below(900),
      cacheRead: this.#random.below(90_000),
    };
    return this.#message({
      role: "assistant",
      content,
      api: "anthropic-messages",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      usage: {
        ...tokens,
        cacheWrite: 0,
        totalTokens: 9_900,
        cost: { input: 0.0123, output: 0.0045, cacheRead: 0.02, cacheWrite: 0, total: 0.0368 },
      },
      stopReason: call ? "toolUse" : "stop",
    });
  }

  #callArguments(tool: string): Record<string, unknown> {
    const size = drawSize(this.#random, SIZES.call);
    const path = `/home/ada/ledger/src/${this.#words.draw()}/${this.#words.draw()}.ts`;
    if (tool === "bash") return { command: this.#text(size, "output"), timeout: 60 };
    if (tool === "read") return { path, offset: this.#random.below(900), limit: 200 };
    if (tool === "edit")
      return { path, oldText: this.#text(size >> 1, "output"), newText: this.#text(size >> 1, "output") };
    return tool === "write"
      ? { path, content: this.#text(size * 2, "output") }
      : { pattern: this.#words.drawIdentifier(), path };
  }

  #result(toolCallId: string, toolName: string): Entry {
    const random = this.#random;
    const repeats = this.#results.length > 0 && random.next() < REPEATED;
    const text = repeats ? random.pick(this.#results) : this.#text(drawSize(random, SIZES.result), "output");
    if (!repeats) this.#results.push(text);
    const content: unknown[] = [{ type: "text", text }];
    const image = this.#shares.due("image", random);
    if (image > 0) content.push({ type: "image", data: this.#filler(image), mimeType: "image/png" });
    const details = this.#shares.due("details", random);
    return this.#message({
      role: "toolResult",
      toolCallId,
      toolName,
      content,
      ...(details > 0 && { details: { diff: this.#text(details, "output") } }),
      isError: random.next() < 0.05,
    });
  }

  #summary(type: "compaction" | "branch_summary"): Entry {
    const summary = this.#text(drawSize(this.#random, SIZES.summary), "prose");
    const entryId = this.#parentId ?? "root";
    if (type === "branch_summary") return this.#entry(type, { fromId: entryId, summary });
    return this.#entry(type, { summary, firstKeptEntryId: entryId, tokensBefore: 150_000 });
  }

  #message(message: Record<string, unknown>): Entry {
    return this.#entry("message", { message: { ...message, timestamp: this.#time } });
  }

  #entry(type: string, fields: Record<string, unknown>): Entry {
    this.#time += 1_000 + this.#random.below(90_000);
    const timestamp = new Date(this.#time).toISOString();
    const id = this.#random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, "0");
    return { type, id, parentId: this.#parentId, timestamp, ...fields };
  }

  #block(size: number): Record<string, unknown> {
    return { type: "text", text: this.#text(size, "prose") };
  }

  #text(size: number, kind: "prose" | "output"): string {
    return writeText(this.#random, this.#words, size, kind);
  }

  /** Letters and digits that no word is made of: ids, signatures, image data. */
  #filler(length: number): string {
    const start = this.#random.below(this.#noise.length - length);
    return this.#noise.slice(start, start + length);
  }
}
