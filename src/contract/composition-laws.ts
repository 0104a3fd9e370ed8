import assert from "node:assert/strict";
import { composeIndex } from "../adapters/memory/compose-index.ts";
import type { Eligible } from "../ports/filter-record.ts";
import type { QueryTree } from "../ports/query-tree.ts";
import type { Analyzer, SearchEngine } from "../ports/search-engine.ts";
import { CheckedIndex } from "./checked-index.ts";
import type { ContractLaw, CreateEngine } from "./contract-law.ts";
import { sampleChange, sampleEvent } from "./sample-records.ts";

const ALPHA: QueryTree = { type: "term", token: "alpha" };
const isLateSecond = (event: number, ordinal: number) => event > 8 && ordinal === 1;
const everything: Eligible = { filter: { sources: new Set() }, accepts: () => true };

/** What an engine owes to whatever calls it, and what the memory store makes of an engine that fails. */
export function compositionLaws(createEngine: CreateEngine, analyzer: Analyzer): ContractLaw[] {
  const compose = async (engine: SearchEngine) => new CheckedIndex(composeIndex(engine, analyzer), analyzer);
  return [
    {
      name: "adding nothing and removing unknown events is no error",
      run: async () => {
        const engine = await createEngine();
        await engine.add([], analyzer);
        await engine.remove([]);
        await engine.remove([7, 8]);
        await engine.add([{ event: 7, ordinal: 0, text: "alpha" }], analyzer);
        await engine.remove([8]);
        assert.deepEqual(await namesOf(engine, everything), ["7/0"]);
      },
    },
    {
      name: "an event can come back under its old key after it was removed",
      run: async () => {
        const engine = await createEngine();
        for (const text of ["alpha", "beta", "alpha again"]) {
          await engine.remove([7]);
          await engine.add([{ event: 7, ordinal: 0, text }], analyzer);
        }
        assert.deepEqual(await namesOf(engine, everything), ["7/0"]);
      },
    },
    {
      name: "fragments that the predicate does not accept stay out",
      run: async () => {
        const engine = await createEngine();
        const fragments = Array.from({ length: 20 }, (_, at) => ({
          event: 1 + (at >> 1),
          ordinal: at % 2,
          text: "alpha",
        }));
        await engine.add(fragments, analyzer);
        assert.deepEqual(await namesOf(engine, { ...everything, accepts: isLateSecond }), ["10/1", "9/1"]);
      },
    },
    {
      name: "keys up to the largest safe integer come back unchanged",
      run: async () => {
        const engine = await createEngine();
        const keys = [1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
        await engine.add(
          keys.map((event) => ({ event, ordinal: 0, text: "alpha" })),
          analyzer,
        );
        await engine.remove([2 ** 31]);
        assert.deepEqual(
          await namesOf(engine, everything),
          [1, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].map((key) => `${key}/0`).toSorted(),
        );
      },
    },
    {
      name: "a commit that the engine refuses leaves no trace, whatever part of it the engine took",
      run: async () => {
        const engine = await createEngine();
        let refuses = false;
        const failing: SearchEngine = {
          add: async (fragments, given) => {
            await engine.add(refuses ? fragments.slice(0, 2) : fragments, given);
            if (refuses) throw new Error("The disk is full.");
          },
          remove: (events) => engine.remove(events),
          match: (query, eligible, options) => engine.match(query, eligible, options),
        };
        const checked = await compose(failing);
        await checked.write("one.jsonl", { kept: ["alpha beta"], other: ["gamma"] });
        const before = await checked.index.store.sources();
        refuses = true;
        const append = ["x", "y", "z", "kept"].map((entryId, at) => sampleEvent(entryId, 50 + at, ["alpha delta"]));
        const changes = [sampleChange("one.jsonl", append, { replace: true }), sampleChange("new.jsonl", append)];
        await assert.rejects(
          checked.commit({ sources: changes, removed: ["one.jsonl"], walks: [{ root: "/r", completedAt: 1 }] }),
          {
            code: "IndexUnavailable",
          },
        );
        assert.deepEqual(await checked.index.store.sources(), before);
        assert.deepEqual(await checked.index.store.walks(), []);
        await checked.check(ALPHA);
        await checked.check({ type: "term", token: "delta" });
        refuses = false;
        await checked.write("one.jsonl", { kept: ["alpha again"], x: ["alpha"] });
        await checked.check(ALPHA);
        await checked.index.store.close();
      },
    },
    {
      name: "commits at the same time are applied one after the other",
      run: async () => {
        const checked = await compose(await createEngine());
        const writes = Array.from({ length: 20 }, (_, at) =>
          checked.write(`${at % 3}.jsonl`, { [`e${at % 5}`]: [`alpha number${at}`] }),
        );
        await Promise.all(writes);
        await checked.check(ALPHA);
        await checked.check({ type: "prefix", tokens: ["number"] });
        await checked.index.store.close();
      },
    },
  ];
}

async function namesOf(engine: SearchEngine, eligible: Eligible): Promise<string[]> {
  const names: string[] = [];
  for await (const batch of engine.match(ALPHA, eligible)) {
    for (const { event, ordinal } of batch) names.push(`${event}/${ordinal}`);
  }
  return names.toSorted();
}
