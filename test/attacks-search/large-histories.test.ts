import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { sampleChange, sampleEvent } from "../../src/contract/sample-records.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { locateTokens } from "../../src/domain/text/locate-tokens.ts";
import { matchSpans } from "../../src/domain/text/match-spans.ts";
import { occurrencesOf } from "../../src/domain/text/occurrences.ts";
import { locateMatch } from "../../src/domain/use-cases/search/locate-match.ts";
import type { QueryLeaf } from "../../src/ports/query-tree.ts";
import { onEachEngine, withCase } from "../cases-trees/open-case.ts";
import { sessionFile, user } from "../support/session-file.ts";

const cwd = "/ws/alpha";

/**
 * Inputs on which a quadratic step takes minutes and a linear one a second: each of these tests runs into its time limit if one comes
 * back. None looks at a clock.
 */
describe("what would be quadratic", () => {
  test("an entry that comes again does not cost a look at all edges of its file", async () => {
    const { store } = openMiniSearchIndex(createAnalyzer("test"));
    const ids = Array.from({ length: 60_000 }, (_, at) => `e${at}`);
    const relations = ids.map((from) => ({ from, relation: "label", to: "e0", evidence: "recorded" }) as const);
    for (const shift of [1, 2]) {
      const append = ids.map((entryId, at) => sampleEvent(entryId, at + shift, []));
      await store.commit({ sources: [sampleChange("/a", append, { replace: false, relations })] });
    }
    const [source] = await store.sources();
    expect(await store.relationsOfSource(source?.key ?? 0)).toHaveLength(60_000);
    expect(await store.relationsTo(source?.key ?? 0, "e0")).toHaveLength(60_000);
    await store.close();
  });

  test("a phrase of 128 tokens in a text that repeats them is one pass over the text", () => {
    const tokens = Array.from({ length: 2_000_000 }, () => "a");
    const phrase: QueryLeaf = {
      type: "phrase",
      tokens: Array.from({ length: 128 }, (_, at) => (at < 127 ? "a" : "b")),
    };
    expect(occurrencesOf(phrase, tokens)).toEqual([]);
    expect(occurrencesOf(phrase, [...tokens, "b"])).toEqual([2_000_000 - 127]);
  });

  test("thirty clauses that stand everywhere in a megabyte do not fill the memory with their places", () => {
    const leaves = Array.from({ length: 30 }, (_, at): QueryLeaf => {
      return at === 0
        ? { type: "term", token: "a" }
        : { type: "phrase", tokens: Array.from({ length: at + 1 }, () => "a") };
    });
    const text = "a ".repeat(100_000);
    expect(matchSpans(leaves, locateTokens(text), 100)).toHaveLength(3_000);
    expect(locateMatch(text, leaves)).toMatchObject({ matchOffset: 0 });
    expect(locateMatch(`${text} last`, [...leaves, { type: "term", token: "last" }])).toBeDefined();
    expect(locateMatch(text, [...leaves, { type: "term", token: "last" }])).toBeUndefined();
  });
});

describe("occurrences of a leaf", () => {
  const token = fc.constantFrom("a", "ab", "b");
  const leaf: fc.Arbitrary<QueryLeaf> = fc.oneof(
    fc.record({ type: fc.constant("term" as const), token }),
    fc.record({
      type: fc.constantFrom("phrase" as const, "prefix" as const),
      tokens: fc.array(token, { minLength: 1, maxLength: 6 }),
    }),
  );

  test.prop([leaf, fc.array(token, { maxLength: 24 })], { numRuns: 2_000 })(
    "are every place at which all its tokens stand, overlapping ones included",
    (wanted, tokens) => {
      const all = wanted.type === "term" ? [wanted.token] : wanted.type === "nothing" ? [] : wanted.tokens;
      const places = [...tokens.keys()].filter((start) =>
        all.every((part, step) => {
          const found = tokens[start + step];
          return wanted.type === "prefix" && step === all.length - 1 ? found?.startsWith(part) : found === part;
        }),
      );
      expect(occurrencesOf(wanted, tokens)).toEqual(places);
    },
  );
});

onEachEngine("A long history", (engine) => {
  test("of fifty thousand entries with repeated headers, ids and bad lines answers like a short one", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const header = `${JSON.stringify({ type: "session", version: 3, id: "other", timestamp: "2026-01-01T00:00:00Z", cwd: "/ws/beta" })}\n`;
          const entries = Array.from({ length: 50_000 }, (_, at) => {
            if (at % 5 === 1) return header;
            if (at % 5 === 2) return "{torn\n";
            if (at % 5 === 3) return user(`repeated ${at}`, { id: "same", parentId: null });
            return user(`needle ${at}`);
          });
          sessionFile(folder, { id: "long", cwd, entries });
        },
      },
      async ({ search, sessions, coverage }) => {
        expect(coverage.skipped).toEqual([
          { reason: "duplicate-entry-id", count: 9_999 },
          { reason: "malformed-line", count: 10_000 },
        ]);
        expect((await sessions()).sessions.map(({ sessionId, events }) => [sessionId, events])).toEqual([
          ["long", 20_001],
        ]);
        const answer = await search({ query: "needle", limit: 50 });
        expect([answer.totals.events, answer.hits.length]).toEqual([20_000, 50]);
        expect((await search("repeated")).hits.map((hit) => hit.snippet)).toEqual(["repeated 49998"]);
      },
    ));

  test("of a thousand forks whose copies all tie leaves room for every distinct event", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const entries = Array.from({ length: 12 }, (_, at) => user(`needle ${at}`));
          const parentSession = sessionFile(folder, { id: "origin", cwd, entries });
          for (let fork = 0; fork < 1_000; fork++) {
            const own = [...entries, user(`needle of ${fork}`, { id: `own${fork}` })];
            sessionFile(folder, {
              id: `f${fork}`,
              cwd,
              parentSession,
              timestamp: "2026-02-01T00:00:00.000Z",
              entries: own,
            });
          }
        },
      },
      async ({ search }) => {
        const answer = await search({ query: "needle", limit: 50 });
        expect(answer.totals.events).toBe(13_012);
        const origin = answer.hits.filter((hit) => hit.sessionId === "origin");
        expect(origin.map((hit) => hit.copies?.count)).toEqual(Array.from({ length: 12 }, () => 1_000));
        const caller = { cwd, workspaces: [cwd], session: { sessionId: "f7" } };
        const others = await search({ query: "needle", limit: 50 }, caller);
        expect([others.totals.events, others.hits.some((hit) => hit.copies !== undefined)]).toEqual([999, false]);
      },
    ));
});
