import { describe, expect, test } from "vitest";
import { assistant, bash, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const loud = (content: string) => Array.from({ length: 120 }, (_, at) => toolResult(`c${at}`, "grep", content));

describe.each(engines)("what a caller may not see takes no place and leaves no trace (%s)", (engine) => {
  test("B47: sixty strong hits in another workspace, one weak hit in the caller's", () =>
    openCase(engine, "strong-hits-elsewhere", async ({ coverage, search, history, caller }) => {
      const answer = await search("quartz", { limit: 5 });
      expect(answer).toMatchObject({
        hits: [{ sessionId: "b47a", entryId: "a1" }],
        totals: { events: 1, fragments: 1 },
        coverage: { state: "ready", sessions: { indexed: 1, known: 1 }, skipped: [] },
      });
      expect(answer.noMatch).toBeUndefined();
      expect(answer.coverage.bytes).toEqual(coverage.bytes);
      const listed = await history.sessions({}, caller);
      expect(answer.coverage.bytes.known).toBe(listed.sessions[0]?.bytes);
      expect(JSON.stringify([answer, coverage, listed])).not.toMatch(/beta|b47b/);
    }));

  test("an answer is the same, byte for byte, with and without the other workspace", async () => {
    const mine = alphaSession([user(`mica once ${"and many other words ".repeat(20)}`), bash("mica", "mica mica")], {
      id: "mine",
    });
    const theirs = alphaSession([...loud("mica mica mica"), user("feldspar")], { id: "theirs", cwd: "/ws/alphabet" });
    const queries = ["mica", "feldspar", "mica feldspar", "absent", "once mica"];
    const answers: string[][] = [];
    for (const files of [{ "mine.jsonl": mine }, { "mine.jsonl": mine, "theirs.jsonl": theirs, "too.jsonl": theirs }]) {
      await openCase(engine, files, async ({ search, history, caller }) => {
        const given: string[] = [];
        for (const query of queries) {
          for (const more of [{}, { errorOnly: true }, { cwd: "/ws/alphabet" }, { kinds: ["tool.result"], limit: 1 }]) {
            const answer = await search(query, more);
            given.push(JSON.stringify({ ...answer, coverage: { ...answer.coverage, lastCompleteWalk: "" } }));
          }
        }
        const { sessions } = await history.sessions({}, caller);
        answers.push([...given, JSON.stringify(sessions)]);
      });
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test("a weak hit of the caller's other session is not starved out by its own one, its tools or a limit of one", () =>
    openCase(
      engine,
      {
        "own.jsonl": alphaSession(loud("topaz topaz"), { id: "own" }),
        "tools.jsonl": alphaSession(
          [
            ...Array.from({ length: 60 }, (_, at) =>
              assistant([toolCall(`s${at}`, "event_search", { query: "topaz" })]),
            ),
            ...Array.from({ length: 60 }, (_, at) => toolResult(`s${at}`, "event_search", "topaz topaz topaz")),
            user(`topaz ${"among very many other words ".repeat(20)}`, { id: "weak" }),
          ],
          { id: "tools" },
        ),
      },
      async ({ search }) => {
        expect(await search("topaz", { limit: 1 })).toMatchObject({
          hits: [{ sessionId: "tools", entryId: "weak" }],
          totals: { events: 1, fragments: 1 },
        });
        expect((await search("topaz", { toolNames: ["event_search"] })).totals.events).toBe(120);
      },
      { caller: { cwd: "/ws/alpha", workspaces: ["/ws/alpha"], session: { sessionId: "own" } } },
    ));
});
