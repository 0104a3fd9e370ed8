import { expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { ALPHA, onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

/** A failure as a face would pass it on. */
async function failureOf(answer: Promise<unknown>): Promise<string> {
  const failure = (await answer.then(
    () => ({ code: "none", message: "it answered" }),
    (error: unknown) => error,
  )) as { code: string; message: string };
  return JSON.stringify({ code: failure.code, message: failure.message });
}

const NOT_FOUND = '{"code":"NotFound","message":"Not found in this workspace."}';

async function probe(opened: OpenedCase, sessionId: string, entryId: string): Promise<string[]> {
  return [
    await failureOf(opened.read(sessionId, entryId)),
    await failureOf(opened.read(sessionId, entryId, { before: 10, after: 10, order: "append" })),
    await failureOf(opened.trace(sessionId, entryId)),
    await failureOf(opened.trace(sessionId, entryId, 2)),
    await failureOf(opened.search({ query: "hiddenword", sessionId })),
    await failureOf(opened.search({ query: "nowhereword", sessionId, kinds: ["user.text"] })),
    await failureOf(opened.lineage(sessionId)),
  ];
}

onEachEngine("Missing and forbidden can be told apart (B65)", (engine) => {
  test("an unknown session, a forbidden one, its real entry and a bad one fail byte for byte alike", () =>
    withCase({ engine, input: "existence-can-be-probed" }, async (opened) => {
      for (const [sessionId, entryId] of [
        ["unknown", "a1"],
        ["b65", "a1"],
        ["b65", "a2"],
        ["b65", "nope"],
      ] as const) {
        expect(new Set(await probe(opened, sessionId, entryId))).toEqual(new Set([NOT_FOUND]));
      }
      const hidden = await opened.search("hiddenword");
      expect(hidden).toMatchObject({ hits: [], totals: { events: 0, fragments: 0 } });
      expect(hidden.noMatch).toEqual({ clauses: [{ text: "hiddenword", events: 0 }], filters: [] });
      expect(hidden.coverage).toMatchObject({ sessions: { indexed: 0, known: 0 }, bytes: { indexed: 0, known: 0 } });
    }));

  test("a bad request is refused alike whether or not the session exists", () =>
    withCase({ engine, input: "existence-can-be-probed" }, async (opened) => {
      for (const refuse of [
        (id: string) => opened.read(id, "a1", { offset: 1 }),
        (id: string) => opened.read(id, "a1", { fragmentId: "9:user.text" }),
        (id: string) => opened.read(id, "a1", { fragmentId: "0:user.text", offset: 1e9 }),
        (id: string) => opened.read(id, "a1", { before: 11 }),
        (id: string) => opened.read(id, ""),
        (id: string) => opened.trace(id, "a1", 3),
        (id: string) => opened.search({ query: "=>", sessionId: id }),
        (id: string) => opened.search({ query: "x", sessionId: id, kinds: ["nonsense"] }),
        (id: string) => opened.search({ query: "x", sessionId: id, cwd: "relative" }),
      ]) {
        const [forbidden, missing] = [await failureOf(refuse("b65")), await failureOf(refuse("unknown"))];
        expect(forbidden).toBe(missing);
        expect(forbidden).not.toContain("answered");
      }
    }));

  test("an entry that only a forbidden copy of a visible session holds is missing", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const later = { timestamp: "2026-09-01T00:00:00.000Z" };
          sessionFile(folder, { id: "twin", cwd: "/ws/alpha", name: "a/t.jsonl", entries: [user("seen")] });
          const entries = [user("seen"), user("hiddenword", later)];
          sessionFile(folder, { id: "twin", cwd: "/ws/beta", name: "b/t.jsonl", entries });
        },
      },
      async (opened) => {
        expect(await failureOf(opened.read("twin", "e2"))).toBe(NOT_FOUND);
        expect(await failureOf(opened.trace("twin", "e2"))).toBe(NOT_FOUND);
        expect((await opened.search("hiddenword")).totals.events).toBe(0);
        expect((await opened.read("twin", "e1", { after: 5, order: "append" })).after).toEqual([]);
        expect((await opened.sessions()).sessions).toMatchObject([{ sessionId: "twin", events: 1 }]);
        const beta = { cwd: "/ws/beta" };
        expect((await opened.search("hiddenword", beta)).hits).toHaveLength(1);
      },
    ));

  test("`current` without a session of one's own, and of one outside the workspace, is missing too", () =>
    withCase({ engine, input: "existence-can-be-probed" }, async (opened) => {
      const outside = { ...ALPHA, session: { sessionId: "b65", leafId: "a1", invokedBy: "a1" } };
      for (const caller of [ALPHA, outside, { ...ALPHA, session: { sessionId: "unknown" } }]) {
        expect(await failureOf(opened.search({ query: "hiddenword", sessionId: "current" }, caller))).toBe(NOT_FOUND);
        expect(await failureOf(opened.read("current", "a1", {}, caller))).toBe(NOT_FOUND);
        expect(await failureOf(opened.trace("current", "a1", 1, caller))).toBe(NOT_FOUND);
        expect(await failureOf(opened.lineage("current", caller))).toBe(NOT_FOUND);
        expect((await opened.search("hiddenword", caller)).noMatch?.ownSession).toBeUndefined();
      }
    }));
});
