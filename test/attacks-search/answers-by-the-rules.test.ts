import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { openHistory } from "../../src/container.ts";
import { parseEventQuery } from "../../src/domain/query/parse-event-query.ts";
import type { Caller, EventSearchRequest } from "../../src/domain/use-cases/history.ts";
import { onEachEngine } from "../cases-trees/open-case.ts";
import type { PiOperation } from "../support/pi-operation.ts";
import { COMMON_WORDS, piScript, searchQuery } from "../support/pi-session-arbitraries.ts";
import { buildPiSession } from "../support/pi-sessions.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { collapseNaively, matchNaively, type NaiveSession, readSessions } from "./naive-answer.ts";

const RUNS = process.env["LONG"] ? 600 : 50;
const FOLDERS = ["/ws/alpha", "/ws/alpha/below", "/ws/alphabet"] as const;

/** Some of the tool calls are our own. */
function withOwnTools(script: readonly PiOperation[]): PiOperation[] {
  return script.map((step) => {
    if (step.op === "fork") return { ...step, script: withOwnTools(step.script) };
    if (step.op === "bash" && step.exitCode === 1)
      return { ...step, command: `pi-event-recall search ${step.command}` };
    if (step.op !== "toolCalls") return step;
    return {
      ...step,
      calls: step.calls.map((call) => (call.name === "edit" ? { ...call, name: "event_search" } : call)),
    };
  });
}

const filters = fc.record(
  {
    kinds: fc.subarray(["user.text", "tool.result", "tool.call", "assistant.text", "bash.output"], { minLength: 1 }),
    entryTypes: fc.subarray(["message", "compaction", "label", "session_info", "custom_message"], { minLength: 1 }),
    roles: fc.subarray(["user", "assistant", "toolResult", "bashExecution", "custom"], { minLength: 1 }),
    toolNames: fc.subarray(["event_search", "bash", "read"], { minLength: 1 }),
    errorOnly: fc.constant(true),
    time: fc.constantFrom({ from: "2026-01-01T00:00:06Z" }, { to: "2026-01-01T00:00:09Z" }),
    branchStates: fc.constantFrom(["selected"], ["alternate"], ["unknown"]),
    cwd: fc.constantFrom(...FOLDERS),
  },
  { requiredKeys: [] },
);

/** Who asks and what for, as numbers that pick among what Pi wrote. */
const question = fc.record({
  query: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...COMMON_WORDS) }, searchQuery),
  filters: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: filters }),
  caller: fc.option(fc.nat(), { freq: 6 }),
  invokedBy: fc.option(fc.nat()),
  leaf: fc.constantFrom("unknown", "none", "entry", "entry"),
  leafEntry: fc.nat(),
  session: fc.constantFrom("none", "none", "none", "current", "own id", "other"),
  other: fc.nat(),
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)];
}

function ask(chosen: Question, sessions: readonly NaiveSession[]): { request: EventSearchRequest; caller: Caller } {
  const own = chosen.caller === null ? undefined : pick(sessions, chosen.caller);
  const invokedBy = own && chosen.invokedBy !== null ? pick(own.events, chosen.invokedBy)?.entryId : undefined;
  const leafId = { unknown: undefined, none: null, entry: own && pick(own.events, chosen.leafEntry)?.entryId }[
    chosen.leaf
  ];
  const session = own && {
    sessionId: own.id,
    ...(invokedBy && { invokedBy }),
    ...(leafId !== undefined && { leafId }),
  };
  const caller: Caller = { cwd: "/ws", workspaces: ["/ws"], ...(session && { session }) };
  const other = pick(sessions, chosen.other)?.id;
  const sessionId = { none: undefined, current: own && "current", "own id": own?.id, other }[chosen.session];
  return {
    request: { query: chosen.query, ...chosen.filters, limit: 50, ...(sessionId !== undefined && { sessionId }) },
    caller,
  };
}

onEachEngine("Answers follow from the session files rule by rule", (engine) => {
  const seen = { hits: 0, explained: 0, own: 0, inherited: 0 };

  test("whoever asks, wherever the invoking call and the live leaf are, with any filters", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piScript({ maxLength: 18 }).map(withOwnTools), { minLength: 1, maxLength: 3 }),
        fc.array(question, { minLength: 8, maxLength: 16 }),
        (scripts, questions) =>
          withTemporaryFolder(async (folder) => {
            for (const [at, script] of scripts.entries())
              buildPiSession(folder, script, { seed: `s${at}`, cwd: FOLDERS[at] ?? "/ws" });
            const sessions = readSessions(folder);
            const { history } = await openHistory({
              sessions: [folder],
              engine,
              ...(engine === "fts5" && { index: "memory" }),
              log: false,
            });
            await history.sync({ cwd: "/ws" });
            for (const chosen of questions) {
              const { request, caller } = ask(chosen, sessions);
              let clauses: { text: string; tokens: readonly string[] }[];
              try {
                clauses = parseEventQuery(request.query).clauses.map(({ text, tree }) => ({
                  text,
                  tokens: tree.type === "term" ? [tree.token] : tree.type === "phrase" ? tree.tokens : [],
                }));
              } catch {
                continue;
              }
              const { query: _query, limit: _limit, ...given } = request;
              const all = clauses.map(({ tokens }) => tokens);
              const count = (which: typeof all, by: typeof given) => matchNaively(sessions, which, by, caller).length;
              const expected = matchNaively(sessions, all, given, caller);
              const answer = await history.search(request, caller);
              expect(answer.totals).toEqual({
                events: expected.length,
                fragments: expected.reduce((sum, { fragments }) => sum + fragments, 0),
              });
              if (request.sessionId === undefined) {
                const hits = answer.hits.map(
                  ({ sessionId, entryId, copies }) => `${sessionId}/${entryId} +${copies?.count ?? 0}`,
                );
                const named = collapseNaively(expected, sessions);
                if (named.length <= 50) expect(hits.toSorted()).toEqual(named.toSorted());
              } else {
                const hits = answer.hits.map(({ sessionId, entryId, copies }) => [sessionId, entryId, copies]);
                const named = expected.map(({ session, event }) => [session.id, event.entryId, undefined]);
                if (named.length <= 50) expect(hits.toSorted()).toEqual(named.toSorted());
              }
              seen.hits += answer.hits.length;
              if (expected.length > 0) {
                expect(answer.noMatch).toBeUndefined();
                continue;
              }
              const own =
                caller.session && request.sessionId === undefined ? count(all, { ...given, sessionId: "current" }) : 0;
              expect(answer.noMatch).toEqual({
                clauses: clauses.map(({ text, tokens }) => ({ text, events: count([tokens], given) })),
                filters: expect.any(Array),
                ...(own > 0 && { ownSession: own }),
              });
              const without = Object.keys(given).map((name) => {
                const { [name as keyof typeof given]: _left, ...rest } = given;
                return { name, events: count(all, rest) };
              });
              const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
              expect(answer.noMatch?.filters.toSorted(byName)).toEqual(without.toSorted(byName));
              seen.explained += without.filter(({ events }) => events > 0).length;
              seen.own += own;
            }
            await history.close();
          }),
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: process.env["LONG"] ? 500_000 : 45_000 },
    );
    expect(seen.hits).toBeGreaterThan(RUNS);
    expect(seen.explained).toBeGreaterThan(0);
    expect(seen.own).toBeGreaterThan(0);
  });
});
