import { describe, expect, test } from "vitest";
import { QueriesFirst } from "../../../src/domain/use-cases/queries-first.ts";
import type { SessionSource, SourceLine } from "../../../src/ports/session-source.ts";

const lines = ["one", "two", "three"].map((text, index): SourceLine => ({ offset: index * 10, length: 9, text }));

/** A source of three batches of one line. `closed`: whether it was told that nobody reads on. */
function threeBatches(): { source: SessionSource; closed: () => boolean } {
  let isClosed = false;
  const unused = (): Promise<never> => Promise.reject(new Error("Not part of this test."));
  const source: SessionSource = {
    walk: unused,
    async *lines() {
      try {
        for (const line of lines) yield [line];
      } finally {
        isClosed = true;
      }
    },
    record: unused,
    bytes: unused,
    look: unused,
  };
  return { source, closed: () => isClosed };
}

/** Everything that can happen without waiting for anything outside has happened. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a sync that reads on", () => {
  test("waits for the queries that are being answered, and for no later ones", async () => {
    const queries = new QueriesFirst();
    const { source } = threeBatches();
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const read: string[] = [];
    const reading = (async () => {
      for await (const batch of queries.giveWay(source).lines("s.jsonl", 0)) {
        read.push(...batch.map(({ text }) => text ?? ""));
        if (read.length === 1) void queries.answer(() => first.promise);
      }
    })();
    await settle();
    expect(read).toEqual(["one"]);
    const later = queries.answer(() => second.promise);
    first.resolve("found");
    await settle();
    // The second batch waited for the first query only; the third waits for the later one.
    expect(read).toEqual(["one", "two"]);
    second.resolve("found");
    expect(await later).toBe("found");
    await reading;
    expect(read).toEqual(["one", "two", "three"]);
  });

  test("is not held up by a query that fails, whose failure goes to its caller", async () => {
    const queries = new QueriesFirst();
    const failing = Promise.withResolvers<never>();
    const query = queries.answer(() => failing.promise);
    const reader = queries.giveWay(threeBatches().source).lines("s.jsonl", 0)[Symbol.asyncIterator]();
    const batch = reader.next();
    failing.reject(new Error("failed"));
    await expect(query).rejects.toThrow("failed");
    expect(await batch).toEqual({ done: false, value: [lines[0]] });
  });

  test("waits in its turns as well", async () => {
    const queries = new QueriesFirst();
    const clock = queries.giveTurns({ now: () => 7, turn: async () => {} });
    expect(clock.now()).toBe(7);
    const query = Promise.withResolvers<string>();
    void queries.answer(() => query.promise);
    const order: string[] = [];
    const turn = clock.turn().then(() => order.push("turned"));
    await settle();
    order.push("answered");
    query.resolve("found");
    await turn;
    expect(order).toEqual(["answered", "turned"]);
  });

  test("closes the source when it stops early", async () => {
    const { source, closed } = threeBatches();
    for await (const _ of new QueriesFirst().giveWay(source).lines("s.jsonl", 0)) break;
    expect(closed()).toBe(true);
  });
});
