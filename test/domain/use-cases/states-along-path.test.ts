import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Event } from "../../../src/domain/model/event.ts";
import { projectEntry } from "../../../src/domain/projection/project-entry.ts";
import { branchStates } from "../../../src/domain/tree/branch-states.ts";
import type { SessionSourceRecord } from "../../../src/domain/tree/lineage.ts";
import { selectionStates } from "../../../src/domain/tree/selection-states.ts";
import { SessionTree } from "../../../src/domain/tree/session-tree.ts";
import { statesAlongPath } from "../../../src/domain/use-cases/states-along-path.ts";
import type { EventStore } from "../../../src/ports/event-store.ts";
import { CALLER } from "../../reliability/index-content.ts";
import { openOnDisk } from "../../reliability/open-on-disk.ts";
import { type SessionEntry, sessionFile, user } from "../../support/session-file.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const LONG = process.env["LONG"] !== undefined;

const anyNode = fc.record({
  up: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.integer({ min: -3, max: 12 }), fc.constant(null)),
  what: fc.constantFrom("user", "user", "system", "excluded", "compaction", "summary", "omission", "edit", "name"),
  to: fc.integer({ min: -4, max: 25 }),
});

const anyEntries = fc.array(anyNode, { minLength: 1, maxLength: 25 }).map((nodes) =>
  nodes.map(({ up, what, to }, at): SessionEntry => {
    const place = {
      id: `e${at}`,
      parentId: up === null || (up === 1 && at === 0) ? null : `e${at - up}`,
      timestamp: "2026-01-01T00:00:00.000Z",
    };
    switch (what) {
      case "user":
        return user(`word${at}`, place);
      case "system":
        return { type: "message", message: { role: "system", content: "prompt" }, ...place };
      case "excluded": {
        const bash = { role: "bashExecution", command: "ls", output: "x", excludeFromContext: true };
        return { type: "message", message: bash, ...place };
      }
      case "compaction":
        return {
          type: "compaction",
          summary: "s",
          tokensBefore: 1,
          ...(to >= 0 && { firstKeptEntryId: `e${to}` }),
          ...place,
        };
      case "summary":
        return { type: "branch_summary", summary: "b", ...(to >= 0 && { fromId: `e${to}` }), ...place };
      case "omission":
        return { type: "context_edit", targetId: `e${to}`, replacement: null, ...place };
      case "edit":
        return { type: "context_edit", targetId: `e${to}`, replacement: "short", ...place };
      default:
        return { type: "session_info", name: "n", ...place };
    }
  }),
);

function project(entries: readonly SessionEntry[]): Event[] {
  return entries.map((entry, at) => {
    const event = projectEntry(entry, { position: at + 1, version: 3, previousEntryId: null });
    if (event === undefined) throw new Error("No entry.");
    return event;
  });
}

/** The states of all entries at a leaf, worked out from the whole session. */
function statesOfAll(events: readonly Event[], leafId: string): Map<string, unknown> {
  const tree = SessionTree.of(events);
  const links = events.flatMap(({ entryId: from, links: recorded }) =>
    recorded.flatMap((link) => ("entryId" in link ? [{ from, relation: link.type, to: link.entryId }] : [])),
  );
  const leaf = tree.numberOf(leafId);
  const branches = branchStates(tree, leaf);
  const selections = selectionStates(tree, links, leaf, branches);
  return new Map(
    [...tree.numbers()].map((number) => [
      tree.idOf(number),
      { branchState: branches.of(number), selectionState: selections.of(number) },
    ]),
  );
}

async function withIndexed(
  entries: readonly SessionEntry[],
  work: (source: SessionSourceRecord, store: EventStore) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    sessionFile(folder, { id: "one", entries });
    const opened = await openOnDisk({ sessions: folder });
    await opened.history.sync(CALLER);
    const [source] = await opened.store.sources();
    await work(source as SessionSourceRecord, opened.store);
    await opened.history.close();
  });
}

describe("States at another leaf, from what lies along the paths", () => {
  let told = 0;
  let asked = 0;
  test.prop([anyEntries, fc.nat(24), fc.nat(24)], { numRuns: LONG ? 8_000 : 600 })(
    "are those that the whole session tells, and what was not looked at keeps its states",
    async (entries, cut, at) => {
      const events = project(entries);
      const indexed = entries.slice(0, Math.max(1, cut % (entries.length + 1)));
      const appended = events.slice(indexed.length);
      const leafId = (appended.at(-1) ?? events[at % events.length])?.entryId as string;
      // What was named before it came makes a sync read the whole file.
      const isNamedBefore = appended.some(({ entryId }) => JSON.stringify(indexed).includes(`"${entryId}"`));
      if (isNamedBefore) return;
      await withIndexed(indexed, async (source, store) => {
        asked++;
        const states = await statesAlongPath(source, leafId, appended, store);
        if (states === undefined) return;
        told++;
        const expected = statesOfAll(events, leafId);
        const worked = new Map(states.map((entry) => [entry.entryId, entry.states]));
        for (const event of events) {
          const { entryId } = event;
          const before = await store.event(source.key, entryId);
          const kept = before && { branchState: before.branchState, selectionState: before.selectionState };
          expect([entryId, worked.get(entryId) ?? kept]).toEqual([entryId, expected.get(entryId)]);
        }
      });
    },
  );

  it("tells most of them", () => {
    expect(told).toBeGreaterThan(asked / 2);
  });

  it("takes in where the paths part, even where both contexts begin below it", async () => {
    const retainNone = { type: "compaction", summary: "s", tokensBefore: 1 };
    const indexed = [user("word0", { id: "e0", parentId: null }), { ...retainNone, id: "e1", parentId: "e0" }];
    const appended = project([
      user("word3", { id: "e3", parentId: "e0" }),
      { ...retainNone, id: "e4", parentId: "e3" },
    ]);
    await withIndexed(indexed, async (source, store) => {
      const states = await statesAlongPath(source, "e4", appended, store);
      const left = states?.find(({ entryId }) => entryId === "e1");
      expect(left?.states).toEqual({ branchState: "alternate", selectionState: "not-selected" });
    });
  });

  it("looks at what is near only: a session of 3,000 entries that is compacted for the second time", async () => {
    const entries = Array.from(
      { length: 3_000 },
      (_, at): SessionEntry =>
        at === 2_900
          ? { type: "compaction", summary: "first", firstKeptEntryId: "e2890", tokensBefore: 1 }
          : user(`word${at}`),
    );
    await withIndexed(entries, async (source, store) => {
      const [compaction] = project([
        {
          type: "compaction",
          summary: "second",
          firstKeptEntryId: "e2990",
          tokensBefore: 1,
          id: "last",
          parentId: "e3000",
        },
      ]) as [Event];
      const states = await statesAlongPath(source, "last", [compaction], store);
      expect(states?.length).toBeLessThan(150);
      const changed = states?.filter(
        ({ states: now, stored }) => stored && now.selectionState !== stored.selectionState,
      );
      expect(changed?.map(({ states: now }) => now.selectionState)).toEqual(
        Array.from({ length: 100 }, () => "summarized"),
      );
    });
  });
});
