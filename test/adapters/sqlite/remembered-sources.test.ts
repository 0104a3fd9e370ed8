import { describe, expect, it } from "vitest";
import { sampleChange, sampleEvent, sampleSource } from "../../../src/contract/sample-records.ts";
import { everySource, matchAll, openTestIndex, term } from "./open-test-index.ts";

const PATH = "/a.jsonl";

describe("the files that the store remembers between commits", () => {
  it("are the same objects until something changes", async () => {
    const { store } = openTestIndex();
    await store.commit({ sources: [sampleChange(PATH, [])] });
    const before = await store.sources();
    await store.commit({ walks: [{ root: "/", completedAt: 1 }] });
    expect(await store.sources()).toBe(before);
    expect(await store.walks()).toEqual([{ root: "/", completedAt: 1 }]);
  });

  it("follow the store's own commits", async () => {
    const { store } = openTestIndex();
    expect(await store.sources()).toEqual([]);
    await store.commit({ sources: [sampleChange(PATH, [])] });
    expect((await store.sources()).map((source) => source.bytes)).toEqual([1_000]);
    await store.commit({ sources: [sampleChange(PATH, [], { source: sampleSource(PATH, { bytes: 2_000 }) })] });
    expect((await store.sources()).map((source) => source.bytes)).toEqual([2_000]);
    await store.commit({ removed: [PATH] });
    expect(await store.sources()).toEqual([]);
  });

  it("follow another connection's commits, and so does a search", async () => {
    const one = openTestIndex();
    const other = openTestIndex(one.file);
    expect(await one.store.sources()).toEqual([]);
    await other.store.commit({ sources: [sampleChange(PATH, [sampleEvent("e1", 1, ["needle"])])] });
    expect((await one.store.sources()).map((source) => source.path)).toEqual([PATH]);
    expect(await matchAll(one, term("needle"), await everySource(one))).toHaveLength(1);
  });

  it("stay as they were when a commit fails", async () => {
    const { store } = openTestIndex();
    await store.commit({ sources: [sampleChange(PATH, [])] });
    const broken = { ...sampleEvent("e1", 1, ["needle"]), time: Symbol("no time") as unknown as number };
    await expect(store.commit({ sources: [sampleChange("/b.jsonl", [broken])] })).rejects.toThrow();
    expect((await store.sources()).map((source) => source.path)).toEqual([PATH]);
  });
});
