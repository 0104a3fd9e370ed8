import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openSqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { freshFolder, matchAll, term } from "./open-test-index.ts";

/** What may be read as a whole: lists of files, of those that are hidden or wait to be swept, of roots and runs of keys, and the index of the few special events. */
const WHOLE_READS = [
  "SCAN event USING INDEX event_special",
  "SCAN key_range",
  "SCAN source",
  "SCAN source USING COVERING INDEX source_path",
  "SCAN source USING COVERING INDEX source_retired",
  "SCAN walk",
];

describe("query plans", () => {
  it("find rows by keys and indexes, deletions included, and never read all events, edges or postings", async () => {
    const file = join(freshFolder(), "index.sqlite");
    const texts = new Set<string>();
    class Recorder extends Database {
      override prepare = (sql: string): never => {
        texts.add(sql);
        return super.prepare(sql) as never;
      };
    }
    const index = openSqliteIndex({ Database: Recorder, file, version: "plans" });
    const { store } = index;
    texts.clear();
    const relations = [{ from: "a", relation: "label", to: "b", evidence: "recorded" } as const];
    const append = [
      sampleEvent("a", 1, ["needle"]),
      sampleEvent(
        "b",
        2,
        Array.from({ length: 40 }, () => "needle"),
      ),
    ];
    const states = [{ entryId: "a", branchState: "alternate", selectionState: "unknown" } as const];
    for (const replace of [true, false]) {
      const change = sampleChange("/a", append, { relations, states, replace });
      await store.commit({ sources: [change], removed: ["/none"], walks: [{ root: "/", completedAt: 1 }] });
    }
    await store.sources();
    await store.walks();
    await store.events([1]);
    await store.event(1, "a");
    await store.eventsOfSource(1);
    await store.children(1, "a");
    await store.neighbours(1, 1, 1, 1);
    await store.relationsFrom(1, "a");
    await store.relationsTo(1, "b");
    await store.relationsOfSource(1);
    await store.orderKeys([1]);
    await store.copies(1, [2]);
    await store.lastShared(1, 2);
    const sources = new Set([1]);
    const all = {
      cutoffs: new Map([[1, 5]]),
      roles: new Set(["user"] as const),
      kinds: new Set(["user.text"] as const),
    };
    for (const filter of [{ sources }, { sources, ...all }]) {
      await matchAll(index, term("needle"), filter);
      const or = { type: "or", of: [term("needle"), term("other")] } as const;
      await matchAll(index, or, filter);
    }
    await store.undiscovered();
    const from = { source: 1, through: 0 };
    const [event] = await store.eventsBehind(from, 10);
    const through = event?.key ?? 0;
    await store.discover([{ from, through, fragments: [{ event: through, ordinal: 0, text: "needle" }] }]);
    await matchAll({ ...index, engine: index.discovery }, term("nee"), { sources });
    const hidden = { ...sampleChange("/a", append, { replace: true }), generation: "g" };
    await store.commit({ sources: [hidden], promoted: [{ path: "/a", generation: "g" }] });
    await store.holdsHidden();
    await store.sweep(1_000);
    await store.commit({ removed: ["/a"] });

    await store.close();

    const database = new Database(file, { readonly: true });
    const explained = [...texts].filter((sql) => /^\s*(SELECT|DELETE|UPDATE|WITH)/.test(sql));
    const steps = explained.flatMap((sql) => {
      const parameters = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[];
      return plan.map(({ detail }) => detail);
    });
    database.close();

    expect(explained.length).toBeGreaterThan(25);
    const scans = steps.filter((step) => step.startsWith("SCAN"));
    // Only the list of all files, and that of those that discovery has to take, read all of them: a look-up that did would make a sync
    // quadratic in the number of sessions.
    expect(scans.filter((step) => step === "SCAN source")).toHaveLength(2);
    const postings = scans.filter((step) => step.includes("VIRTUAL TABLE"));
    expect([...new Set(scans)].filter((step) => !step.includes("VIRTUAL TABLE")).toSorted()).toEqual(WHOLE_READS);
    // FTS5 names what it seeks by: M the expression, < and > bounds of the row ids, = one row id.
    expect(postings.length).toBeGreaterThan(4);
    for (const step of postings) expect(step).toMatch(/VIRTUAL TABLE INDEX \d+:(M\d><|=)$/);
    expect(steps).toContain("SEARCH event USING INDEX event_parent (source=? AND parent_id=?)");
  });
});
