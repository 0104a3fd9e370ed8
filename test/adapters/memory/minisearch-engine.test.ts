import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { MiniSearchEngine } from "../../../src/adapters/memory/minisearch-engine.ts";
import { createAnalyzer } from "../../../src/domain/text/analyzer.ts";
import type { Eligible } from "../../../src/ports/filter-record.ts";

const analyzer = createAnalyzer("test");
const everything: Eligible = { filter: { sources: new Set() }, accepts: () => true };
const alpha = { type: "term", token: "alpha" } as const;

async function engineWith(fragments: number): Promise<MiniSearchEngine> {
  const engine = new MiniSearchEngine(MiniSearch);
  const texts = Array.from({ length: fragments }, (_, at) => ({ event: at + 1, ordinal: 0, text: `alpha ${at}` }));
  await engine.add(texts, analyzer);
  return engine;
}

describe("the MiniSearch engine", () => {
  test("stops between two batches when the search is cancelled", async () => {
    const engine = await engineWith(3_000);
    const controller = new AbortController();
    const matches = engine.match(alpha, everything, { signal: controller.signal });
    const first = await matches.next();
    expect(first.value?.length).toBeGreaterThan(0);
    controller.abort();
    await expect(matches.next()).rejects.toMatchObject({ code: "Cancelled" });
  });

  test("answers from one state, whatever changes between two batches", async () => {
    const engine = await engineWith(3_000);
    const found: number[] = [];
    for await (const batch of engine.match(alpha, everything)) {
      for (const match of batch) found.push(match.event);
      await engine.remove(Array.from({ length: 3_000 }, (_, at) => at + 1));
      await engine.add([{ event: 5_000 + found.length, ordinal: 0, text: "alpha" }], analyzer);
    }
    expect(found).toHaveLength(3_000);
    expect(Math.max(...found)).toBe(3_000);
  });

  test("says how many bytes it takes, and that they go", async () => {
    const engine = await engineWith(200);
    expect(engine.bytes).toBeGreaterThan(10_000);
    await engine.remove(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(engine.bytes).toBe(0);
  });
});
