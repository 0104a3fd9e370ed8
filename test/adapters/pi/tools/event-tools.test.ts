import { describe, expect, test } from "vitest";
import { createEventTools } from "../../../../src/adapters/pi/tools/event-tools.ts";
import type { HistoryAccess } from "../../../../src/adapters/pi/history-access.ts";
import { inPayments, openTools } from "./open-tools.ts";

const rollback = "019cd704-87d6-7f4c-85bf-2c8e968015aa";

describe("the three tools", () => {
  test("are read-only and draw themselves", () => {
    const tools = createEventTools({} as HistoryAccess);
    expect(tools.map(({ name }) => name)).toEqual(["event_search", "event_read", "event_trace"]);
    for (const tool of tools) {
      expect(tool.annotations).toEqual({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(tool.renderCall).toBeTypeOf("function");
      expect(tool.renderResult).toBeTypeOf("function");
    }
  });

  test("lead from a hit to its text and its relations", async () => {
    await openTools(async ({ call }) => {
      const found = await call("event_search", { query: '"migration 0042"', sessionId: rollback });
      const [hit] = found.answer.hits;
      expect(found.text).toContain("«migration 0042»");
      expect(found.text).toContain(`1. session ${rollback} entry ${hit?.entryId} fragment ${hit?.matchingFragmentId} `);
      expect(found.details).toMatchObject({ tool: "event_search", hits: found.answer.hits.length, coverage: "ready" });

      const ref = { sessionId: hit?.sessionId, entryId: hit?.entryId };
      const read = await call("event_read", { ...ref, before: 1, after: 1 });
      expect(read.text).toContain(`session ${rollback} entry ${hit?.entryId}`);
      for (const { preview } of read.answer.fragments) {
        for (const line of preview.text.split("\n")) expect(read.text).toContain(`\n| ${line}`);
      }
      expect(read.answer.before.length + read.answer.after.length).toBeGreaterThan(0);
      for (const { event } of [...read.answer.before, ...read.answer.after]) {
        expect(read.text).toMatch(new RegExp(`^(before|after) 1: entry ${event.entryId}, `, "m"));
      }

      const trace = await call("event_trace", { ...ref, depth: 2 });
      expect(trace.text).toContain(`target: session ${rollback} entry ${hit?.entryId}`);
      const edges = [...trace.answer.children, ...trace.answer.branchSiblings, ...trace.answer.related];
      expect(edges.length).toBeGreaterThan(0);
      for (const edge of [...edges, ...edges.flatMap((one) => one.edges ?? [])]) {
        expect(trace.text).toContain(`- ${edge.relation} (${edge.evidence}`);
        expect(trace.text).toContain(`: entry ${edge.node.entryId}`);
      }
    });
  });

  test("a window states its range and where the next one begins", async () => {
    await openTools(async ({ call }) => {
      const found = await call("event_search", { query: "gateway", kinds: ["tool.result"] });
      const [hit] = found.answer.hits;
      const ids = { sessionId: hit?.sessionId, entryId: hit?.entryId, fragmentId: hit?.matchingFragmentId };
      const { text, answer } = await call("event_read", { ...ids, offset: 100 });
      const total = answer.fragments[0]?.preview.totalChars;
      expect(text).toMatch(/^\[100-4100\]$/m);
      expect(text).toContain(`[left out 4100-${total}: fragmentId "${hit?.matchingFragmentId}" offset 4100]`);
    });
  });

  test("a search that finds nothing says why", async () => {
    await openTools(async ({ call }) => {
      const none = await call("event_search", { query: "retry zebra =>", roles: ["user"] });
      expect(none.text).toMatch(/^No event matches\. Index ready: \d+ sessions\.$/m);
      expect(none.text).toContain('Ignored, nothing in it can be searched: "=>".');
      expect(none.text).toMatch(/^Events with each term alone: "retry" [1-9]\d*, "zebra" 0\.$/m);
      expect(none.text).toMatch(/^Events without one filter: roles 0\.$/m);
    });
  });

  test("the caller's session is left out unless named, and then ends before the call", async () => {
    await openTools(async ({ call, history }) => {
      await history.sync(inPayments);
      const { hits } = await history.search({ query: '"migration 0042"', sessionId: rollback, limit: 50 }, inPayments);
      const times = hits.map((hit) => hit.timestamp).toSorted();
      const invoking = hits.find((hit) => hit.timestamp === times[1]);
      const session = { sessionId: rollback, ...(invoking && { invokedBy: invoking.entryId }) };
      const access = { callerOf: () => ({ ...inPayments, session }) };
      const outside = await call("event_search", { query: '"migration 0042"' }, { access });
      expect(outside.answer.hits.filter((hit) => hit.sessionId === rollback)).toEqual([]);
      const inside = await call("event_search", { query: '"migration 0042"', sessionId: "current" }, { access });
      expect(inside.answer.hits.map((hit) => hit.timestamp)).toEqual([times[0]]);
    });
  });

  test("a search that only the caller's session would answer says so", async () => {
    await openTools(async ({ call }) => {
      const access = { callerOf: () => ({ ...inPayments, session: { sessionId: "5b1f7c1e-legacy-v1" } }) };
      const { text } = await call("event_search", { query: '"Propose a retry budget"' }, { access });
      expect(text).toContain('Your session was left out and has 1 match: sessionId: "current".');
    });
  });

  test("a relative cwd lies below Pi's", async () => {
    await openTools(async ({ call }) => {
      const query = "retry";
      const relative = await call("event_search", { query, cwd: "cli" });
      expect(relative.answer.hits.length).toBeGreaterThan(0);
      for (const hit of relative.answer.hits) expect(hit.cwd).toBe("/home/ada/payments/cli");
      const absolute = await call("event_search", { query, cwd: "/home/ada/payments/cli" });
      expect(relative.text).toBe(absolute.text);
    });
  });

  test("equal calls give equal results", async () => {
    await openTools(async ({ call }) => {
      const once = await call("event_search", { query: "retry budget" });
      expect((await call("event_search", { query: "retry budget" })).text).toBe(once.text);
    });
  });
});
