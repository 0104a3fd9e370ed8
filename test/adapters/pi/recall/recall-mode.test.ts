import { Value } from "@sinclair/typebox/value";
import { describe, expect, test } from "vitest";
import { recallModeOf } from "../../../../src/adapters/pi/recall/recall-mode.ts";
import {
  type SessionSearchParameters,
  sessionSearchParameters,
} from "../../../../src/adapters/pi/recall/session-search-parameters.ts";

const prepare = { operation: "prepare-pattern-miner" } as const;
const scroll = { sessionId: "s", aroundMessageId: "m" };
const time = { from: "2026-01-01" };

describe("the mode of a call", () => {
  test.each<[string, SessionSearchParameters]>([
    ["browse", {}],
    ["browse", { limit: 10 }],
    ["discovery", { query: "retry" }],
    ["discovery", { query: "retry", limit: 3, cwd: "/w", time, role: "user" }],
    ["discovery", { query: "" }],
    ["read", { sessionId: "s" }],
    ["scroll", scroll],
    ["scroll", { ...scroll, window: 20, branchTip: "t" }],
    ["preparation", { ...prepare, scope: "repository" }],
    ["preparation", { ...prepare, scope: "all", limit: 2 }],
  ])("is %s for %o", (mode, given) => {
    expect(recallModeOf(given)).toEqual({ mode, given });
    expect(Value.Check(sessionSearchParameters, given)).toBe(true);
  });

  test.each<[SessionSearchParameters, string]>([
    [{ scope: "all" }, "`scope` does not go alone: preparation takes `operation` and `scope`"],
    [{ query: "a", scope: "repository" }, "`scope` does not go with `query`: discovery takes `query`"],
    [prepare, "`scope` must be given as well: preparation takes `operation` and `scope`"],
    [{ ...prepare, scope: "all", query: "a" }, "`query` does not go with `operation`, `scope`"],
    [{ ...prepare, scope: "all", sessionId: "s" }, "`sessionId` does not go with `operation`, `scope`"],
    [{ ...prepare, scope: "all", ...scroll }, "`sessionId`, `aroundMessageId` do not go with `operation`, `scope`"],
    [{ ...prepare, scope: "all", window: 5 }, "`window` does not go with `operation`, `scope`"],
    [{ ...prepare, scope: "all", branchTip: "t" }, "`branchTip` does not go with `operation`, `scope`"],
    [{ query: "a", sessionId: "s" }, "`sessionId` does not go with `query`"],
    [{ query: "a", window: 5 }, "`window` does not go with `query`"],
    [{ aroundMessageId: "m" }, "`sessionId` must be given as well: scroll takes `sessionId` and `aroundMessageId`"],
    [
      { sessionId: "s", branchTip: "t" },
      "`branchTip` does not go with `sessionId`: read takes `sessionId` alone; scroll takes",
    ],
    [{ sessionId: "s", window: 5 }, "`window` does not go with `sessionId`"],
    [{ sessionId: "s", limit: 5 }, "`limit` does not go with `sessionId`"],
    [{ ...scroll, limit: 5 }, "`limit` does not go with `sessionId`, `aroundMessageId`"],
    [{ window: 5 }, "`window` does not go alone: scroll takes `sessionId` and `aroundMessageId`"],
    [{ branchTip: "t" }, "`branchTip` does not go alone: scroll"],
    [{ role: "user", time, cwd: "/w" }, "`role`, `time`, `cwd` do not go alone: discovery takes `query`"],
  ])("is none for %o", (given, sentence) => {
    expect(() => recallModeOf(given)).toThrow(
      expect.objectContaining({ code: "InvalidRequest", message: expect.stringContaining(sentence) }),
    );
  });
});

describe("the parameters", () => {
  test.each([{ limit: -5 }, { limit: 1e9 }, { limit: 2.5 }, { ...scroll, window: 0 }, { ...scroll, window: 1e6 }])(
    "leave %o to be clamped",
    (given) => {
      expect(Value.Check(sessionSearchParameters, given)).toBe(true);
    },
  );

  test.each([
    { limit: "many" },
    { query: "a".repeat(1_001) },
    { query: "a", time: { since: "2026-01-01" } },
    { sessionid: "s" },
  ])("refuse %o", (given) => {
    expect(Value.Check(sessionSearchParameters, given)).toBe(false);
  });

  test("name the values of the closed sets: Pi checks them", () => {
    const { properties } = JSON.parse(JSON.stringify(sessionSearchParameters)) as {
      properties: Record<string, { enum?: unknown }>;
    };
    const sets = Object.entries(properties).flatMap(([name, schema]) => (schema.enum ? [[name, schema.enum]] : []));
    expect(Object.fromEntries(sets)).toEqual({
      role: ["user", "assistant"],
      operation: ["prepare-pattern-miner"],
      scope: ["repository", "all"],
    });
  });
});
