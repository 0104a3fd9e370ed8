import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { Coverage } from "../../src/domain/model/coverage.ts";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import { assistant, label, sessionFile, type SessionEntry, toolCall, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

const SESSION_IDS = ["one", "two", "three", "four", "current"];
const ENTRY_IDS = ["e1", "e2", "e3", "e4", "x1", "x2", "k", "missing"];
const VISIBLE_CWDS = ["/ws/alpha", "/ws/alpha/sub"];
const FORBIDDEN_CWDS = ["/ws/beta", "/ws/alphabet", "/ws", "", "ws/alpha"];

interface SessionPlan {
  readonly id: string;
  readonly cwd: string;
  readonly folder: string;
  readonly name: string;
  /** Place in the plan of the session that it names as its parent, or a path of its own. */
  readonly parent: number | string | undefined;
  readonly spelling: "path" | "link" | "base name";
  readonly shared: number;
  readonly day: number;
  readonly more: readonly (SessionEntry | string)[];
}

/** What sessions of one family hold alike, as forks do. */
const SHARED: readonly SessionEntry[] = [
  user("quayword one", { id: "e1" }),
  assistant([toolCall("c", "read", { path: "quay.txt" })], {}, { id: "e2" }),
  user("quayword three", { id: "e3" }),
  label("e1", "quaymark", { id: "e4" }),
];

const anyPlan: fc.Arbitrary<SessionPlan> = fc.record({
  id: fc.constantFrom(...SESSION_IDS),
  cwd: fc.constantFrom(...VISIBLE_CWDS, ...FORBIDDEN_CWDS),
  folder: fc.constantFrom("a", "b", "a/deep"),
  name: fc.constantFrom("p.jsonl", "q.jsonl", "r.jsonl"),
  parent: fc.option(fc.oneof(fc.nat(6), fc.constantFrom("/gone/p.jsonl", "C:\\old\\q.jsonl")), { nil: undefined }),
  spelling: fc.constantFrom("path" as const, "path" as const, "link" as const, "base name" as const),
  shared: fc.nat(SHARED.length),
  day: fc.integer({ min: 1, max: 28 }),
  more: fc.array(
    fc.constantFrom<(SessionEntry | string)[]>(
      user("quayword own", { id: "x1" }),
      user("pierword", { id: "x2" }),
      user("pierword aside", { id: "x2", parentId: "e1" }),
      label("e1", "piermark", { id: "k" }),
      { type: "session_info", name: "harbour", id: "k" },
      "no JSON\n",
      '{"type":"message","id":"torn"',
    ),
    { maxLength: 3 },
  ),
});

const anyCaller = fc
  .record({
    own: fc.option(fc.constantFrom(...SESSION_IDS), { nil: undefined }),
    leafId: fc.option(fc.constantFrom(...ENTRY_IDS, null), { nil: undefined }),
    invokedBy: fc.option(fc.constantFrom(...ENTRY_IDS), { nil: undefined }),
  })
  .map(({ own, leafId, invokedBy }): Caller => {
    const live = { ...(leafId !== undefined && { leafId }), ...(invokedBy !== undefined && { invokedBy }) };
    return {
      cwd: "/ws/alpha",
      workspaces: ["/ws/alpha"],
      ...(own !== undefined && { session: { sessionId: own, ...live } }),
    };
  });

/** Paths tell nothing here: each plan has one of its own, the same whoever else is there. */
function pathOf(plans: readonly SessionPlan[], at: number): string {
  const { folder, name } = plans[at] as SessionPlan;
  return `${folder}/${at}/${name}`;
}

function write(root: string, plans: readonly SessionPlan[], isWritten: (plan: SessionPlan) => boolean): void {
  mkdirSync(root, { recursive: true });
  for (const [at, plan] of plans.entries()) {
    if (!isWritten(plan)) continue;
    const { id, cwd, parent, spelling, shared, day, more } = plan;
    const named = typeof parent === "number" ? pathOf(plans, parent % plans.length) : parent;
    const parentSession =
      named === undefined || typeof parent === "string" || spelling === "base name"
        ? named?.split("/").at(-1)
        : join(root, spelling === "link" ? `gone/../${named}` : named);
    sessionFile(root, {
      id,
      cwd,
      name: pathOf(plans, at),
      timestamp: `2026-02-${String(day).padStart(2, "0")}T00:00:00.000Z`,
      ...(parentSession !== undefined && { parentSession: typeof parent === "string" ? parent : parentSession }),
      entries: [...SHARED.slice(0, shared), ...more],
    });
  }
}

/** Whatever a caller can ask. Hits come by id, since relevance counts every indexed fragment by design. */
async function everyAnswer(root: string, caller: Caller): Promise<Record<string, unknown>> {
  const { history } = await openHistory({ sessions: [root], engine: "memory", log: false });
  const answers: Record<string, unknown> = {};
  const ask = async (question: string, answer: Promise<unknown>): Promise<void> => {
    const shown = await answer.catch((error: unknown) => {
      const { code, message } = error as { code: string; message: string };
      return { code, message };
    });
    answers[question] = JSON.parse(
      JSON.stringify(shown, (field, value: unknown) => (field === "coverage" ? withoutWalkTime(value) : value)),
    );
    expect(JSON.stringify(answers[question])).not.toContain(root);
  };
  try {
    await ask("sync", history.sync(caller).then(withoutWalkTime));
    await askAll(history, caller, ask);
  } finally {
    await history.close();
  }
  return answers;
}

async function askAll(
  history: History,
  caller: Caller,
  ask: (question: string, answer: Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const query of ["quayword", "pierword", "harbour", "nowhereword"]) {
    await ask(query, history.search({ query, limit: 50 }, caller).then(inIdOrder));
    await ask(`${query} below`, history.search({ query, cwd: "/ws/beta" }, caller));
    for (const sessionId of SESSION_IDS) {
      const request = { query, sessionId, branchStates: ["selected"] };
      await ask(`${query} in ${sessionId}`, history.search(request, caller).then(inIdOrder));
    }
  }
  for (const sessionId of SESSION_IDS) {
    await ask(`lineage ${sessionId}`, history.lineage({ sessionId }, caller));
    for (const entryId of ENTRY_IDS) {
      const event = { sessionId, entryId };
      await ask(`read ${sessionId}/${entryId}`, history.read({ ...event, before: 10, after: 10 }, caller));
      await ask(
        `append ${sessionId}/${entryId}`,
        history.read({ ...event, order: "append", before: 3, after: 3 }, caller),
      );
      await ask(`trace ${sessionId}/${entryId}`, history.trace({ ...event, depth: 2 }, caller));
    }
  }
  await ask("sessions", history.sessions({}, caller));
  await ask(
    "notices",
    history.status(caller).then(({ workspaces, notices, coverage }) => ({ workspaces, notices, coverage })),
  );
}

function inIdOrder(answer: EventSearchAnswer): EventSearchAnswer {
  const identity = (hit: EventSearchAnswer["hits"][number]) => `${hit.sessionId} ${hit.entryId}`;
  return { ...answer, hits: answer.hits.toSorted((one, other) => (identity(one) < identity(other) ? -1 : 1)) };
}

function withoutWalkTime(value: unknown): unknown {
  const { lastCompleteWalk, ...coverage } = value as Coverage;
  return { ...coverage, hasWalked: lastCompleteWalk !== undefined };
}

test("whatever sessions a caller may not see, every answer is what it would be without them", async () => {
  let visible = 0;
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyPlan, { minLength: 2, maxLength: 7 }), anyCaller, (plans, caller) =>
      withTemporaryFolder(async (folder) => {
        const isVisible = ({ cwd }: SessionPlan) => VISIBLE_CWDS.includes(cwd);
        visible += plans.filter(isVisible).length;
        hidden += plans.filter((plan) => !isVisible(plan)).length;
        // Names of one length: sizes count.
        const [all, only] = [join(folder, "full"), join(folder, "bare")];
        write(all, plans, () => true);
        write(only, plans, isVisible);
        expect(await everyAnswer(all, caller)).toEqual(await everyAnswer(only, caller));
      }),
    ),
    { numRuns: process.env["LONG"] ? 1_500 : 50 },
  );
  expect([visible > 0, hidden > 0]).toEqual([true, true]);
});
