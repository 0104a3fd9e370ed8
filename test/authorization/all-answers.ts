import type { Coverage } from "../../src/domain/model/coverage.ts";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
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
 * Everything that a caller can learn, by the question asked: whole answers, without the time of the last walk. Hits come in the order of
 * their ids, since relevance counts all indexed fragments by design.
 */
export async function allAnswers(opened: OpenedCase, caller: Caller): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (question: string, answer: Promise<unknown>): Promise<void> => {
    try {
      answers[question] = withoutWalkTime(await answer);
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
  await ask("sessions", opened.sessions(caller));
  await ask("latest session", opened.history.sessions({ limit: 1 }, caller));
  await ask("status", statusOf(opened, caller));
  return answers;
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

function withoutWalkTime(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (field, value: unknown) => {
      if (field !== "coverage") return value;
      const { lastCompleteWalk, ...coverage } = value as Coverage;
      return { ...coverage, hasWalked: lastCompleteWalk !== undefined };
    }),
  ) as unknown;
}
