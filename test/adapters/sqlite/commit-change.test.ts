import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openSqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import type { IndexableEvent } from "../../../src/ports/event-record.ts";
import { everySource, matchAll, openTestIndex, term } from "./open-test-index.ts";

const PATH = "/a.jsonl";
type TestIndex = ReturnType<typeof openTestIndex>;

/** Row ids of the postings, and what the tables say they should be. */
function postingRows({ query }: TestIndex): { held: unknown[]; expected: unknown[] } {
  const expected = (query("SELECT key, fragments FROM event ORDER BY key") as [number, string][]).flatMap(
    ([key, fragments]) => [...fragments].map((_, ordinal) => key * 32 + ordinal),
  );
  return { held: query("SELECT id FROM fts_docsize ORDER BY id"), expected };
}

function manyFragments(entryId: string, position: number, count: number): IndexableEvent {
  return sampleEvent(
    entryId,
    position,
    Array.from({ length: count }, (_, at) => `needle number${at}`),
  );
}

async function found(index: TestIndex, token = "needle"): Promise<string[]> {
  const matches = await matchAll(index, term(token), await everySource(index));
  const events = await index.store.events(matches.map((match) => match.event));
  return matches.map((match, at) => `${events[at]?.entryId}/${match.ordinal}`);
}

describe("committing a change", () => {
  it("gives events of more than 32 fragments consecutive keys and reports them under the first", async () => {
    const index = openTestIndex();
    await index.store.commit({
      sources: [
        sampleChange(PATH, [manyFragments("long", 1, 70), manyFragments("short", 2, 32), manyFragments("next", 3, 33)]),
      ],
    });
    const events = await index.store.eventsOfSource(1);
    expect(events.map((event) => event.key)).toEqual([1, 4, 5]);
    expect(await found(index)).toHaveLength(70 + 32 + 33);
    expect(await found(index, "number69")).toEqual(["long/69"]);
    expect(await found(index, "number32")).toEqual(["long/32", "next/32"]);
    expect(postingRows(index).held).toEqual(postingRows(index).expected);
  });

  it("deletes all postings of an event of several keys when it is superseded", async () => {
    const index = openTestIndex();
    await index.store.commit({
      sources: [sampleChange(PATH, [manyFragments("long", 1, 65), manyFragments("stays", 2, 1)])],
    });
    await index.store.commit({ sources: [sampleChange(PATH, [manyFragments("long", 3, 2)])] });
    expect(await found(index)).toEqual(["stays/0", "long/0", "long/1"]);
    expect(postingRows(index).held).toEqual(postingRows(index).expected);
  });

  it("lets the last of two events with one entry id win within one change", async () => {
    const index = openTestIndex();
    const append = [
      sampleEvent("twice", 1, ["needle old"]),
      sampleEvent("between", 2, []),
      sampleEvent("twice", 3, ["needle new"]),
    ];
    await index.store.commit({ sources: [sampleChange(PATH, append)] });
    const events = await index.store.eventsOfSource(1);
    expect(events.map((event) => [event.entryId, event.position])).toEqual([
      ["between", 2],
      ["twice", 3],
    ]);
    expect(await found(index)).toEqual(["twice/0"]);
    expect(postingRows(index).held).toEqual(postingRows(index).expected);
  });

  it("never gives a key twice, not even after everything was removed or replaced", async () => {
    const index = openTestIndex();
    const keys: number[] = [];
    const sources: number[] = [];
    for (let round = 0; round < 4; round++) {
      await index.store.commit({ sources: [sampleChange(PATH, [manyFragments("a", 1, 40)], { replace: true })] });
      const [source] = await index.store.sources();
      sources.push(source?.key ?? 0);
      keys.push(...(await index.store.eventsOfSource(source?.key ?? 0)).map((event) => event.key));
      if (round % 2 === 1) await index.store.commit({ removed: [PATH] });
    }
    expect(keys).toEqual([1, 3, 5, 7]);
    expect(sources).toEqual([1, 1, 2, 2]);
  });

  it("leaves no row of a removed file behind", async () => {
    const index = openTestIndex();
    const relation = { from: "a", relation: "label", to: "b", evidence: "recorded" } as const;
    for (const path of ["/a.jsonl", "/b.jsonl", "/a.jsonl"]) {
      const append = [manyFragments(`a`, 1, 3), manyFragments("b", 2, 34)];
      await index.store.commit({ sources: [sampleChange(path, append, { relations: [relation] })] });
    }
    await index.store.commit({ removed: ["/a.jsonl", "/never-known.jsonl"] });
    for (const table of ["event", "relation", "key_range"]) {
      expect(index.query(`SELECT DISTINCT source FROM ${table}`), table).toEqual([2]);
    }
    expect(index.query("SELECT key FROM source")).toEqual([2]);
    expect(postingRows(index).held).toEqual(postingRows(index).expected);
  });

  it("keeps one run of keys per file as long as no other file comes between", async () => {
    const index = openTestIndex();
    for (const [position, path] of ["/a.jsonl", "/a.jsonl", "/b.jsonl", "/a.jsonl"].entries()) {
      await index.store.commit({ sources: [sampleChange(path, [manyFragments(`e${position}`, position, 1)])] });
    }
    expect(index.query("SELECT first, last, source FROM key_range")).toEqual([
      [1, 2, 1],
      [3, 3, 2],
      [4, 4, 1],
    ]);
  });

  it("applies all of a change or nothing", async () => {
    const index = openTestIndex();
    await index.store.commit({ sources: [sampleChange(PATH, [sampleEvent("a", 1, ["needle"])])] });
    const before = index
      .query("SELECT * FROM event")
      .concat(index.query("SELECT * FROM source"), index.query("SELECT * FROM meta"));
    const broken = {
      ...sampleEvent("c", 3, [{ kind: "tool.call", toolName: "unheard-of", text: "needle" }]),
      byteOffset: {},
    };
    const append = [sampleEvent("a", 2, ["needle"]), broken as unknown as IndexableEvent];
    const relations = [{ from: "a", relation: "label", to: "b", evidence: "recorded" } as const];
    await expect(
      index.store.commit({
        removed: ["/none"],
        sources: [
          sampleChange("/b.jsonl", [sampleEvent("x", 1, ["needle"])]),
          sampleChange(PATH, append, { relations }),
        ],
        walks: [{ root: "/", completedAt: 1 }],
      }),
    ).rejects.toThrow();
    const after = index
      .query("SELECT * FROM event")
      .concat(index.query("SELECT * FROM source"), index.query("SELECT * FROM meta"));
    expect(after).toEqual(before);
    expect(await found(index)).toEqual(["a/0"]);
    expect(await index.store.walks()).toEqual([]);
    // The class that the rolled-back change added must be added again.
    await index.store.commit({ sources: [sampleChange(PATH, [{ ...broken, byteOffset: 5 }])] });
    const reopened = openTestIndex(index.file);
    expect((await reopened.store.event(1, "c"))?.fragments).toEqual([
      { ordinal: 0, kind: "tool.call", toolName: "unheard-of" },
    ]);
  });

  it("gives every text back as it was, lone surrogates, NUL and look-alike numbers included", async () => {
    const index = openTestIndex();
    const odd = ["\ud800", "\ud801", "\u0000x", '\u0001"a"', "5", "", "naïve 数据 😀", ":message"];
    const events = odd.map((text, at) =>
      sampleEvent(text, at, [{ kind: "tool.call", toolName: text, text: "needle", isError: at % 2 === 0 }], {
        parentId: odd[at - 1] ?? null,
        entryType: text,
        contentHash: "hash",
      }),
    );
    const relations = odd.map(
      (text) => ({ from: text, relation: "file-read", to: text, evidence: "inferred" }) as const,
    );
    await index.store.commit({ sources: [sampleChange(`/\ud800/${PATH}`, events, { relations })] });
    expect((await index.store.sources())[0]?.path).toBe(`/\ud800/${PATH}`);
    for (const [at, text] of odd.entries()) {
      const event = await index.store.event(1, text);
      const fragment = { ordinal: 0, kind: "tool.call", toolName: text, isError: at % 2 === 0 };
      expect(event).toEqual({ ...events[at], key: event?.key, source: 1, fragments: [fragment] });
      expect(await index.store.relationsFrom(1, text)).toEqual([relations[at]]);
      expect(await index.store.relationsTo(1, text)).toEqual([relations[at]]);
      if (at > 0)
        expect((await index.store.children(1, odd[at - 1] as string)).map((child) => child.entryId)).toEqual([text]);
      const filter = { ...(await everySource(index)), entryTypes: new Set([text]), toolNames: new Set([text]) };
      expect((await matchAll(index, term("needle"), filter)).map((match) => match.event)).toEqual([event?.key]);
    }
  });

  it("sees at once what another connection commits", async () => {
    const one = openTestIndex();
    const other = openTestIndex(one.file);
    for (const [at, index] of [one, other, one, other].entries()) {
      const toolName = `tool${at}`;
      const event = sampleEvent(`e${at}`, at, [{ kind: "tool.call", toolName, text: "needle", isOwnCall: at === 2 }]);
      await index.store.commit({ sources: [sampleChange(PATH, [event])] });
      for (const seen of [one, other]) {
        expect(await found(seen)).toHaveLength(at + 1 - (at >= 2 ? 1 : 0));
        expect((await seen.store.eventsOfSource(1)).at(-1)?.fragments[0]?.toolName).toBe(toolName);
      }
    }
  });

  it("says that the index is busy when another process keeps it locked", async () => {
    const { file } = openTestIndex();
    const Impatient = class extends Database {
      constructor(path: string) {
        super(path, { timeout: 1 });
      }
    };
    const index = openSqliteIndex({ Database: Impatient, file, version: "test-1" });
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    const commit = index.store.commit({ walks: [{ root: "/", completedAt: 1 }] });
    await expect(commit).rejects.toMatchObject({ code: "IndexUnavailable", message: expect.stringContaining("busy") });
    other.exec("ROLLBACK");
    await index.store.commit({ walks: [{ root: "/", completedAt: 2 }] });
    other.close();
    await index.store.close();
  });

  it("answers questions while it waits for another process, and then goes on", async () => {
    const { file, store } = openTestIndex();
    const other = new Database(file);
    other.exec("BEGIN IMMEDIATE");
    const events: string[] = [];
    const commit = store.commit({ walks: [{ root: "/", completedAt: 1 }] }).then(() => events.push("committed"));
    events.push(`${(await store.walks()).length} walks`);
    other.exec("ROLLBACK");
    other.close();
    await commit;
    expect(events).toEqual(["0 walks", "committed"]);
    expect(await store.walks()).toEqual([{ root: "/", completedAt: 1 }]);
  });
});
