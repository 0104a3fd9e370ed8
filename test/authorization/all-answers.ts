import { join } from "node:path";
import type { Coverage } from "../../src/domain/model/coverage.ts";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import type { RecallDiscovery } from "../../src/domain/model/recall.ts";
import type { Caller } from "../../src/domain/use-cases/history.ts";
import type { OpenedCase } from "../cases-trees/open-case.ts";
import { IDS, VISIBLE_ENTRIES } from "./workspace-world.ts";

/** A failure as a face would pass it on: nothing else of it may differ. */
export async function failureOf(answer: Promise<unknown>): Promise<string> {
  try {
    return `answered: ${JSON.stringify(await answer)}`;
  } catch (error) {
    const { code, message, cause } = error as { code?: unknown; message: string; cause?: unknown };
    return JSON.stringify({ code, message, ...(cause === undefined ? {} : { hasCause: true }) });
  }
}

/**
 * Everything that a caller can learn, by the question asked: whole answers, without the time of the last walk and the folder that everything lies in. Hits come in the order of
 * their ids, since relevance counts all indexed fragments by design.
 */
export async function allAnswers(opened: OpenedCase, caller: Caller): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (question: string, answer: Promise<unknown>): Promise<void> => {
    try {
      answers[question] = withoutWalkTime(await answer, opened.folder);
    } catch (error) {
      answers[question] = await failureOf(Promise.reject(error));
    }
  };
  const search = (request: Parameters<OpenedCase["history"]["search"]>[0]) =>
    opened.search({ limit: 50, ...request }, caller).then(inIdOrder);
  for (const query of [
    "harbourword",
    "heirword",
    "deepword",
    "nameword",
    "secretword",
    '"harbourword result"',
    "quay",
  ]) {
    await ask(`search ${query}`, search({ query }));
    await ask(`search ${query} alternate`, search({ query, branchStates: ["alternate"], roles: ["user"] }));
    await ask(`search ${query} below`, search({ query, cwd: "/ws/beta", kinds: ["user.text"] }));
    await ask(`search ${query} tool`, search({ query, toolNames: ["event_search"] }));
    for (const sessionId of [IDS.open, IDS.own, IDS.secret, "current", "heir-one", "unknown"]) {
      await ask(`search ${query} in ${sessionId}`, search({ query, sessionId, time: { from: "2026-01-01" } }));
    }
  }
  for (const [sessionId, entryIds] of Object.entries({ ...VISIBLE_ENTRIES, [IDS.secret]: ["s1"], current: ["u1"] })) {
    await ask(`lineage ${sessionId}`, opened.lineage(sessionId, caller));
    for (const entryId of [...entryIds, "s1"]) {
      const event = `${sessionId}/${entryId}`;
      await ask(`read ${event}`, opened.read(sessionId, entryId, { before: 10, after: 10 }, caller));
      await ask(
        `read ${event} append`,
        opened.read(sessionId, entryId, { before: 10, after: 10, order: "append" }, caller),
      );
      await ask(`trace ${event}`, opened.trace(sessionId, entryId, 2, caller));
    }
  }
  await recallAnswers(opened, caller, ask);
  await ask("sessions", opened.sessions(caller));
  await ask("latest session", opened.history.sessions({ limit: 1 }, caller));
  await ask("status", statusOf(opened, caller));
  return answers;
}

/** What recall answers: its contract names the paths of the sessions that it may. */
async function recallAnswers(
  { history, folder }: OpenedCase,
  caller: Caller,
  ask: (question: string, answer: Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const limit of [1, 3, 10]) await ask(`browse ${limit}`, history.recallBrowse({ limit }, caller));
  for (const query of [
    "harbourword",
    "heirword OR deepword",
    "secretword",
    "harbour NOT own",
    "qu",
    "NEAR(har result, 20)",
  ]) {
    await ask(`discover ${query}`, history.recallDiscover({ query, limit: 10 }, caller).then(inSessionOrder));
    const beside = { query, cwd: "/ws/beta", role: "user", time: { from: "2026-01-01" } } as const;
    await ask(`discover ${query} beside`, history.recallDiscover(beside, caller));
  }
  for (const [sessionId, entryIds] of Object.entries({ ...VISIBLE_ENTRIES, [IDS.secret]: ["s1"], current: ["u1"] })) {
    await ask(`recall ${sessionId}`, history.recallRead({ sessionId }, caller));
    for (const aroundMessageId of [...entryIds, "s1"]) {
      const request = { sessionId, aroundMessageId, window: 1 };
      await ask(`scroll ${sessionId}/${aroundMessageId}`, history.recallScroll(request, caller));
      const onBranch = { ...request, branchTip: "s1" };
      await ask(`scroll ${sessionId}/${aroundMessageId} to s1`, history.recallScroll(onBranch, caller));
    }
  }
  for (const place of ["alpha/open.jsonl", "beta/secret.jsonl", "beta/parent.jsonl", "beta/open.jsonl"]) {
    await ask(`recall at ${place}`, history.recallRead({ sessionId: join(folder, place) }, caller));
  }
}

function inSessionOrder(answer: RecallDiscovery): RecallDiscovery {
  return { ...answer, sessions: answer.sessions.toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1)) };
}

/** The state of the index, without its size and its places on disk: they are told to the person whose disk it is. */
async function statusOf(opened: OpenedCase, caller: Caller): Promise<unknown> {
  const { engine, version, workspaces, notices, coverage } = await opened.history.status(caller);
  return { engine, version, workspaces, notices, coverage };
}

function inIdOrder(answer: EventSearchAnswer): EventSearchAnswer {
  const identity = (hit: EventSearchAnswer["hits"][number]) => `${hit.sessionId} ${hit.entryId}`;
  return { ...answer, hits: answer.hits.toSorted((one, other) => (identity(one) < identity(other) ? -1 : 1)) };
}

/** Every world lies in a folder of its own. */
function withoutWalkTime(answer: unknown, folder: string): unknown {
  return JSON.parse(
    JSON.stringify(answer, (field, value: unknown) => {
      if (field === "path" && typeof value === "string") return value.replace(folder, "");
      if (field !== "coverage") return value;
      const { lastCompleteWalk, ...coverage } = value as Coverage;
      return { ...coverage, hasWalked: lastCompleteWalk !== undefined };
    }),
  ) as unknown;
}
