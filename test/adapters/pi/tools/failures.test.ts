import { describe, expect, test } from "vitest";
import type { EventToolDetails } from "../../../../src/adapters/pi/tools/tool-details.ts";
import { RecallError } from "../../../../src/domain/model/errors.ts";
import { openTools } from "./open-tools.ts";

const CANCELLED = "The operation was cancelled.";

/** What a call that must fail throws. */
async function failureOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("The call did not fail.");
}

describe("a tool that cannot answer", () => {
  test.each([
    ["event_read", { sessionId: "nowhere", entryId: "none" }, "Not found in this workspace."],
    ["event_trace", { sessionId: "nowhere", entryId: "none" }, "Not found in this workspace."],
    ["event_search", { query: '"open' }, /quotation mark/],
    ["event_search", { query: "a", time: { from: "yesterday" } }, /from/],
  ] as const)("%s says what is wrong: %o", async (name, parameters, message) => {
    await openTools(async ({ call }) => {
      const failure = await failureOf(call(name, parameters));
      expect(failure.message).toMatch(message);
      expect(failure).not.toBeInstanceOf(RecallError);
    });
  });

  test.each([
    new RecallError("IndexUnavailable", "The history index failed.", { cause: new Error("SQLITE at /home/ada/x") }),
    new Error("SQLITE_IOERR at /home/ada/.pi/agent/index.sqlite"),
    "a text that names /home/ada",
  ])("tells neither cause nor path nor stack: %s", async (thrown) => {
    await openTools(async ({ call, history }) => {
      const access = { history: { ...history, search: () => Promise.reject(thrown) } };
      const failure = await failureOf(call("event_search", { query: "retry" }, { access }));
      expect(failure.message).toBe(
        thrown instanceof RecallError ? thrown.message : "The history search failed: see the local log.",
      );
      expect(failure.cause).toBeUndefined();
      expect(failure.stack).toBe(`Error: ${failure.message}`);
      expect(JSON.stringify(failure)).not.toContain("ada");
    });
  });
});

describe("an aborted call", () => {
  test("asks nothing when it was aborted before", async () => {
    await openTools(async ({ call }) => {
      const access = { refresh: () => Promise.reject(new Error("asked")) };
      const settings = { signal: AbortSignal.abort(), access };
      expect((await failureOf(call("event_search", { query: "retry" }, settings))).message).toBe(CANCELLED);
    });
  });

  test("rejects while the index catches up, however long that takes", async () => {
    await openTools(async ({ call }) => {
      const controller = new AbortController();
      const never = new Promise<void>(() => undefined);
      const access = {
        refresh: () => {
          queueMicrotask(() => controller.abort());
          return never;
        },
      };
      const settings = { signal: controller.signal, access };
      expect((await failureOf(call("event_search", { query: "retry" }, settings))).message).toBe(CANCELLED);
    });
  });

  test.each(["event_search", "event_read", "event_trace"] as const)(
    "%s rejects while the query runs, and the index answers as before",
    async (name) => {
      await openTools(async ({ call, history }) => {
        const before = await call("event_search", { query: "retry budget" });
        const [hit] = before.answer.hits;
        const parameters =
          name === "event_search" ? { query: "retry" } : { sessionId: hit?.sessionId, entryId: hit?.entryId };
        const controller = new AbortController();
        const abortThen =
          <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
          async (...given: Given): Promise<Answer> => {
            const answer = ask(...given);
            controller.abort();
            await answer.catch(() => undefined);
            return new Promise<never>(() => undefined);
          };
        const { search, read, trace } = history;
        const slow = { ...history, search: abortThen(search), read: abortThen(read), trace: abortThen(trace) };
        const settings = { signal: controller.signal, access: { history: slow } };
        expect((await failureOf(call(name, parameters, settings))).message).toBe(CANCELLED);
        const { text, answer } = await call("event_search", { query: "retry budget" });
        expect([text, answer.hits]).toEqual([before.text, before.answer.hits]);
      });
    },
  );
});

describe("progress", () => {
  test("is told while the index catches up, before the answer", async () => {
    await openTools(async ({ call }) => {
      const updates: { text: string; details: EventToolDetails }[] = [];
      await call(
        "event_search",
        { query: "retry" },
        {
          onUpdate: ({ content: [block], details }) =>
            updates.push({ text: block?.type === "text" ? block.text : "", details }),
        },
      );
      expect(updates.length).toBeGreaterThan(0);
      for (const { text, details } of updates) {
        expect(text).toMatch(/^history: indexing \d+%/);
        expect(details).toEqual({
          progress: {
            files: expect.any(Number),
            filesDone: expect.any(Number),
            bytes: expect.any(Number),
            bytesDone: expect.any(Number),
          },
        });
      }
    });
  });
});
