import { describe, expect, test } from "vitest";
import { assistant, bash, label, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const NOT_FOUND = { code: "NotFound", message: "Not found in this workspace." };

const mixed = (id: string) =>
  alphaSession(
    [
      user("shared word"),
      assistant([toolCall("c1", "edit", { note: "shared word" })]),
      toolResult("c1", "edit", "shared word", { isError: true }),
      bash("shared word", "shared word", { exitCode: 2 }),
      label("e1", "shared word"),
    ],
    { id },
  );

describe.each(engines)("a filter is applied, in the query and before any limit (%s)", (engine) => {
  test("B36: exactly the named session, alone and with every other filter", () =>
    openCase(engine, "two-sessions", async ({ found, search }) => {
      expect((await found("vault")).toSorted()).toEqual(["b36a/a1", "b36b/a1"]);
      expect(await search("vault", { sessionId: "b36a" })).toMatchObject({
        hits: [{ sessionId: "b36a" }],
        totals: { events: 1, fragments: 1 },
      });
      for (const id of ["b36", "b36A", "b36a ", "%", "*", "", "a.jsonl", "current", "nothing"]) {
        await expect(search("vault", { sessionId: id }), id).rejects.toMatchObject(NOT_FOUND);
        await expect(search("vault", { sessionId: id, kinds: ["user.text"], errorOnly: true })).rejects.toMatchObject(
          NOT_FOUND,
        );
      }
      const sessionId = "b36a";
      expect(await found("vault", { sessionId, kinds: ["user.text"], roles: ["user"] })).toEqual(["b36a/a1"]);
      expect(await found("vault", { sessionId, kinds: ["tool.call"] })).toEqual([]);
      expect(await found("vault", { sessionId, roles: ["assistant"] })).toEqual([]);
      expect(await found("vault", { sessionId, toolNames: ["bash"] })).toEqual([]);
      expect(await found("vault", { sessionId, errorOnly: true })).toEqual([]);
      expect(await found("two", { sessionId })).toEqual([]);
    }));

  test.each([
    [{ kinds: ["tool.call", "tool.result"] }, ["e2", "e3"]],
    [{ roles: ["toolResult", "bashExecution"] }, ["e3", "e4"]],
    [{ toolNames: ["edit"] }, ["e2", "e3"]],
    [{ toolNames: ["bash"] }, ["e4"]],
    [{ errorOnly: true }, ["e3", "e4"]],
    [{ entryTypes: ["label"] }, ["e5"]],
    [{ kinds: ["tool.result"], errorOnly: true, toolNames: ["edit"], roles: ["toolResult"] }, ["e3"]],
    [{ kinds: ["tool.call"], errorOnly: true }, []],
    [{ roles: ["user"], toolNames: ["edit"] }, []],
    [{ selectionStates: ["not-applicable"] }, ["e5"]],
    [{ kinds: [] }, ["e1", "e2", "e3", "e4", "e5"]],
    [{ time: { from: "2026-01-01T00:00:03Z", to: "2026-01-01T00:00:04Z" } }, ["e3", "e4"]],
    [{ cwd: "/ws/alpha", branchStates: ["selected"], roles: ["user"] }, ["e1"]],
    [{ cwd: "/ws/alp" }, []],
  ] as const)("%j with a session keeps to both", (filter, entryIds) =>
    openCase(engine, { "one.jsonl": mixed("one"), "two.jsonl": mixed("two") }, async ({ found }) => {
      expect((await found("shared", { sessionId: "two", ...filter })).toSorted()).toEqual(
        entryIds.map((id) => `two/${id}`),
      );
      expect(await found("shared", filter)).toHaveLength(2 * entryIds.length);
    }),
  );

  test("eighty stronger matches of another session, tool or kind take no place in a limit of one", () => {
    const strong = Array.from({ length: 80 }, (_, at) => toolResult(`c${at}`, "grep", "vault vault vault"));
    const weak = user(`vault among ${"many other words ".repeat(30)}`);
    return openCase(
      engine,
      {
        "loud.jsonl": alphaSession([...strong, weak], { id: "loud" }),
        "quiet.jsonl": alphaSession([weak], { id: "quiet" }),
      },
      async ({ search }) => {
        for (const [filter, hit] of [
          [{ sessionId: "quiet" }, { sessionId: "quiet", entryId: "e1" }],
          [
            { sessionId: "loud", roles: ["user"] },
            { sessionId: "loud", entryId: "e81" },
          ],
          [
            { sessionId: "loud", kinds: ["user.text"] },
            { sessionId: "loud", entryId: "e81" },
          ],
        ] as const) {
          expect(await search("vault", { ...filter, limit: 1 })).toMatchObject({
            hits: [hit],
            totals: { events: 1, fragments: 1 },
          });
        }
      },
    );
  });

  test("a value outside its vocabulary is refused, and the valid ones are named", () =>
    openCase(engine, "two-sessions", async ({ search }) => {
      for (const [filter, valid] of [
        [{ kinds: ["user"] }, "user.text"],
        [{ roles: ["User"] }, "toolResult"],
        [{ entryTypes: ["msg"] }, "branch_summary"],
        [{ branchStates: ["all"] }, "alternate"],
        [{ selectionStates: [""] }, "not-selected"],
      ] as const) {
        await expect(search("vault", filter), valid).rejects.toMatchObject({
          code: "InvalidFilter",
          message: expect.stringContaining(valid),
        });
      }
    }));
});
