import { Value } from "@sinclair/typebox/value";
import { describe, expect, test } from "vitest";
import type { RecallAnswer } from "../../../../src/adapters/pi/recall/recall-details.ts";
import { sessionSearchAnswer } from "../../../../src/adapters/pi/recall/session-search-answer.ts";
import type {
  RecallBrowsing,
  RecallDiscovery,
  RecallPreparation,
  RecallTranscript,
} from "../../../../src/domain/model/recall.ts";
import { RecallError } from "../../../../src/domain/model/errors.ts";
import { inPayments, openSessionSearch, sessions } from "./open-session-search.ts";

const rollback = "019cd704-87d6-7f4c-85bf-2c8e968015aa";

/** An answer of the mode that a test is about. */
function expectMode<Mode extends keyof AnswerByMode>(answer: RecallAnswer, mode: Mode): AnswerByMode[Mode] {
  expect(answer.mode).toBe(mode);
  return answer as AnswerByMode[Mode];
}

interface AnswerByMode {
  readonly browse: RecallBrowsing;
  readonly discovery: RecallDiscovery;
  readonly read: RecallTranscript;
  readonly scroll: RecallTranscript;
  readonly "prepare-pattern-miner": RecallPreparation;
}

function expectContract({ text, details, answer }: { text: string; details: unknown; answer: unknown }): void {
  expect([...Value.Errors(sessionSearchAnswer, answer)].slice(0, 3)).toEqual([]);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  expect(JSON.stringify(details).length).toBeLessThan(200);
  expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
}

describe("session_search", () => {
  test("leads from a discovery to a scroll and to a read, by id and by path", async () => {
    await openSessionSearch(async ({ call, refreshed }) => {
      const found = await call({ query: '"migration 0042"' });
      expectContract(found);
      const discovery = expectMode(found.answer, "discovery");
      const [best] = discovery.sessions;
      expect(best?.path.startsWith(sessions)).toBe(true);
      expect(found.text).toContain(`1. session ${best?.sessionId} message ${best?.matchMessageId} ${best?.role}, `);
      expect(found.text).toContain(`path ${JSON.stringify(best?.path)}`);
      expect(found.text).toMatch(/^ {3}\| .*«migration 0042»/im);
      expect(found.details).toMatchObject({ mode: "discovery", shown: discovery.sessions.length, coverage: "ready" });

      const anchor = { sessionId: best?.path, aroundMessageId: best?.matchMessageId, window: 2 };
      const scrolled = await call(anchor);
      expectContract(scrolled);
      const scroll = expectMode(scrolled.answer, "scroll");
      expect(scroll.session.sessionId).toBe(best?.sessionId);
      expect(scroll.messages.map(({ id }) => id)).toContain(best?.matchMessageId);
      for (const { id } of scroll.messages) expect(scrolled.text).toMatch(new RegExp(`^message ${id} `, "m"));
      expect(scrolled.text).toContain(`with branchTip ${scroll.branchTip}`);
      const byId = await call({ ...anchor, sessionId: best?.sessionId, branchTip: scroll.branchTip });
      expect(byId.text).toBe(scrolled.text);

      const read = await call({ sessionId: best?.sessionId });
      expectContract(read);
      const { messages, totalMessages } = expectMode(read.answer, "read");
      expect(read.text).toContain(`messages 1-${messages.length} of ${totalMessages} `);
      for (const { text } of messages) {
        for (const line of text.split("\n").slice(0, 3)) expect(read.text).toContain(`\n| ${line}`);
      }
      expect(refreshed).toEqual(["discovery", "events", "events", "events"]);
    });
  });

  test("browses where nothing is given, the latest first", async () => {
    await openSessionSearch(async ({ call, refreshed }) => {
      const browsed = await call({ limit: 100 });
      expectContract(browsed);
      const { sessions: listed, total } = expectMode(browsed.answer, "browse");
      expect(listed).toHaveLength(10);
      expect(browsed.text).toContain(`10 of ${total} sessions, latest activity first. Index ready: `);
      const first = expectMode((await call({})).answer, "browse");
      expect(first.sessions).toEqual(listed.slice(0, 3));
      expect(refreshed).toEqual(["discovery", "discovery"]);
    });
  });

  test("filters a discovery; a relative cwd lies below Pi's", async () => {
    await openSessionSearch(async ({ call }) => {
      const inCli = expectMode((await call({ query: "retry", cwd: "cli", limit: 10 })).answer, "discovery");
      expect(inCli.sessions.length).toBeGreaterThan(0);
      for (const { cwd } of inCli.sessions) expect(cwd).toBe("/home/ada/payments/cli");
      const mine = expectMode((await call({ query: "retry", role: "user", limit: 10 })).answer, "discovery");
      expect(new Set(mine.sessions.map(({ role }) => role))).toEqual(new Set(["user"]));
      const none = await call({ query: "retry", time: { to: "2000-01-01" } });
      expect(none.text).toMatch(/^No session matches\. Index ready: /);
    });
  });

  test("prepares a corpus with the skills in force, and brings the index up to date by itself", async () => {
    await openSessionSearch(async ({ call, history, refreshed }) => {
      const asked: unknown[] = [];
      const recallPrepare: typeof history.recallPrepare = (request, ...rest) => {
        asked.push(request);
        return history.recallPrepare(request, ...rest);
      };
      const skills = [{ name: "release", path: "/home/ada/payments/skills/release/SKILL.md" }];
      const parameters = { operation: "prepare-pattern-miner", scope: "all", limit: 4 };
      const prepared = await call(parameters, { skills, access: { history: { ...history, recallPrepare } } });
      expectContract(prepared);
      expect(asked).toEqual([{ scope: "all", limit: 4, skills }]);
      expect(refreshed).toEqual([]);
      const corpus = expectMode(prepared.answer, "prepare-pattern-miner");
      expect(corpus.sessions).toHaveLength(4);
      expect(corpus.sync).toEqual({ walkComplete: true, backlogRemaining: 0, complete: true });
      expect(prepared.text).toContain("Corpus for pattern mining, scope all: 4 sessions, each of another lineage.");
      expect(prepared.text).toContain("Sync complete.");
      for (const { lineage, sessionId } of corpus.sessions) {
        expect(prepared.text).toContain(`session ${sessionId} lineage ${lineage}`);
      }
    });
  });

  test("leaves the caller's own session out of a discovery", async () => {
    await openSessionSearch(async ({ call }) => {
      const query = '"migration 0042"';
      const access = { callerOf: () => ({ ...inPayments, session: { sessionId: rollback } }) };
      const all = expectMode((await call({ query, limit: 10 })).answer, "discovery");
      const others = expectMode((await call({ query, limit: 10 }, { access })).answer, "discovery");
      expect(all.sessions.map(({ sessionId }) => sessionId)).toContain(rollback);
      expect(others.sessions.map(({ sessionId }) => sessionId)).not.toContain(rollback);
    });
  });
});

describe("a call that cannot be answered", () => {
  test.each([
    [{ scope: "all" }, /^`scope` does not go alone: preparation takes `operation` and `scope`/],
    [{ query: "a", sessionId: "s" }, /^`sessionId` does not go with `query`/],
    [{ query: "NOT retry" }, /NOT has nothing to exclude from/],
    [{ query: "(retry" }, /^At character 1 of the query, `\(`: this parenthesis is not closed/],
    [{ query: "retry", time: { from: "yesterday" } }, /from/],
    [{ sessionId: "nowhere" }, /^Not found in this workspace\.$/],
    [{ sessionId: "/etc/passwd" }, /^Not found in this workspace\.$/],
    [{ sessionId: "/home/ada/.pi/agent/sessions/x.jsonl" }, /^Not found in this workspace\.$/],
    [{ sessionId: rollback, aroundMessageId: "none" }, /^Not found in this workspace\.$/],
  ])("says why: %o", async (parameters, sentence) => {
    await openSessionSearch(async ({ call }) => {
      const failure = await call(parameters).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      const { message, stack, cause } = failure as Error;
      expect(message).toMatch(sentence);
      expect(message).not.toMatch(/\.jsonl|fixtures|sqlite|fts5/i);
      expect(stack).toBe(`Error: ${message}`);
      expect(cause).toBeUndefined();
    });
  });

  test("asks nothing and brings nothing up to date for parameters that contradict each other", async () => {
    await openSessionSearch(async ({ call, refreshed }) => {
      await expect(call({ query: "a", window: 3 })).rejects.toThrow("`window` does not go with `query`");
      expect(refreshed).toEqual([]);
    });
  });

  test("tells neither cause nor path of a failure", async () => {
    await openSessionSearch(async ({ call, history }) => {
      const failing = (reason: Error) => ({ history: { ...history, recallBrowse: () => Promise.reject(reason) } });
      const known = new RecallError("IndexUnavailable", "The history index failed.", { cause: new Error("/home/ada") });
      await expect(call({}, { access: failing(known) })).rejects.toThrow(/^The history index failed\.$/);
      const unknown = new Error("SQLITE_IOERR at /home/ada/.pi");
      await expect(call({}, { access: failing(unknown) })).rejects.toThrow(
        /^The history search failed: see the local log\.$/,
      );
    });
  });

  test("ends at once when it is aborted, and goes on answering", async () => {
    await openSessionSearch(async ({ call, history }) => {
      const controller = new AbortController();
      const recallDiscover: typeof history.recallDiscover = async (...given) => {
        const answer = history.recallDiscover(...given);
        controller.abort();
        await answer.catch(() => undefined);
        return new Promise<never>(() => undefined);
      };
      const access = { history: { ...history, recallDiscover } };
      await expect(call({ query: "retry" }, { signal: controller.signal, access })).rejects.toThrow(
        "The operation was cancelled.",
      );
      expect((await call({ query: "retry" })).answer.mode).toBe("discovery");
    });
  });
});

test.each([{ query: "retry" }, { operation: "prepare-pattern-miner", scope: "all" }])(
  "progress is told before the answer: %o",
  async (parameters) => {
    await openSessionSearch(async ({ call }) => {
      const lines: string[] = [];
      await call(parameters, {
        onUpdate: ({ content: [block] }) => void (block?.type === "text" && lines.push(block.text)),
      });
      expect(lines[0]).toMatch(/^history: indexing \d+%/);
    });
  },
);
