import { join } from "node:path";
import { expect, test } from "vitest";
import type { DiscoveredSession } from "../../../../src/domain/model/recall.ts";
import { onEachEngine } from "../../../cases-trees/open-case.ts";
import { countCodePoints } from "../../../../src/domain/text/code-points.ts";
import {
  assistant,
  bash,
  customMessage,
  label,
  sessionName,
  text,
  toolCall,
  toolResult,
  user,
} from "../../../support/session-file.ts";
import { foundIds, marked, withSearchableSessions } from "./with-searchable-sessions.ts";

const cwd = "/ws/alpha";

onEachEngine("recall discovers", (engine) => {
  test("by message, whatever number of texts it was said in", () =>
    withSearchableSessions(
      engine,
      [
        {
          id: "s",
          entries: [
            assistant(
              [text("the first alpha"), toolCall("c", "bash", { command: "make" }), text("then the beta")],
              {},
              { id: "a" },
            ),
          ],
        },
      ],
      async (discover) => {
        const { sessions, totals } = await discover("first beta");
        expect(totals).toEqual({ sessions: 1, messages: 1 });
        expect(sessions.map((one) => [one.matchMessageId, one.role, one.snippet, marked(one)])).toEqual([
          ["a", "assistant", "the first alpha then the beta", ["first", "beta"]],
        ]);
        expect((await discover({ query: "first beta", role: "assistant" })).totals.messages).toBe(1);
        expect((await discover('"alpha then"')).totals.messages).toBe(1);
        expect((await discover("first NOT beta")).totals.messages).toBe(0);
      },
    ));

  test("what users and assistants said, inside words too, and nothing else", () =>
    withSearchableSessions(
      engine,
      [
        {
          id: "s",
          entries: [
            user("migrate the ledger", { id: "u" }),
            assistant(
              [
                { type: "thinking", thinking: "pondering" },
                text("the Ledgers moved"),
                toolCall("c", "bash", { a: "callword" }),
              ],
              { errorMessage: "errorword" },
              { id: "a" },
            ),
            toolResult("c", "bash", "resultword"),
            bash("commandword", "outputword"),
            customMessage("kind", "customword"),
            sessionName("nameword"),
            label("u", "labelword"),
          ],
        },
      ],
      async (discover, { folder }) => {
        const found = await discover("edge");
        expect(found).toEqual({
          mode: "discovery",
          sessions: [
            {
              sessionId: "s",
              path: join(folder, "s.jsonl"),
              name: "nameword",
              cwd,
              started: "2026-01-01T00:00:00.000Z",
              lastActivity: "2026-01-01T00:00:07.000Z",
              matchMessageId: expect.any(String) as string,
              role: expect.any(String) as string,
              timestamp: expect.any(String) as string,
              snippet: expect.any(String) as string,
              matches: expect.any(Array) as unknown,
              matchingMessages: 2,
            },
          ],
          totals: { sessions: 1, messages: 2 },
          pendingSessions: 0,
          coverage: expect.objectContaining({ state: "ready" }) as unknown,
        });
        expect(found.sessions.map(marked)).toEqual([["edge"]]);
        for (const word of ["pondering", "callword", "errorword", "resultword", "commandword", "outputword"]) {
          expect(await discover(word), word).toMatchObject({ sessions: [], totals: { sessions: 0, messages: 0 } });
        }
        for (const word of ["customword", "nameword", "labelword"])
          expect(foundIds(await discover(word)), word).toEqual([]);
      },
    ));

  test("with AND by default, OR, NOT, phrases, stems, NEAR and terms of one or two characters", () =>
    withSearchableSessions(
      engine,
      [
        { id: "go", entries: [user("Go builds: the CI is red")] },
        { id: "rust", entries: [user("rust builds are slow, CI is green")] },
        { id: "han", entries: [user("修复数据库 retry_budget, please")] },
      ],
      async (discover) => {
        const found = async (query: string) => foundIds(await discover({ query, limit: 10 })).toSorted();
        expect(await found("builds")).toEqual(["go", "rust"]);
        expect(await found("builds go")).toEqual(["go"]);
        expect(await found("builds NOT go")).toEqual(["rust"]);
        expect(await found("go OR 数据")).toEqual(["go", "han"]);
        expect(await found('"the ci is"')).toEqual(["go"]);
        expect(await found("migrat* OR buil*")).toEqual(["go", "rust"]);
        expect(await found("NEAR(rust slow, 12)")).toEqual(["rust"]);
        expect(await found("NEAR(rust slow, 11)")).toEqual([]);
        expect(await found("retry_budget")).toEqual(["han"]);
        expect(await found("(builds OR 数据库) NOT (red OR slow)")).toEqual(["han"]);
        await expect(discover('open "phrase')).rejects.toMatchObject({ code: "InvalidQuery" });
        await expect(discover("NOT go")).rejects.toMatchObject({ code: "InvalidQuery" });
      },
    ));

  test("sessions by their best message, 3 by default and 1 to 10 whatever is asked", () => {
    const sessions = Array.from({ length: 12 }, (_, at) => ({
      id: `s${String(at).padStart(2, "0")}`,
      entries: [user(`needle ${"in hay ".repeat(at)}`), user("needle"), user("hay")],
    }));
    return withSearchableSessions(engine, sessions, async (discover) => {
      const found = await discover("needle");
      expect(foundIds(found)).toHaveLength(3);
      expect(found.totals).toEqual({ sessions: 12, messages: 24 });
      expect(found.sessions.map(({ matchingMessages }) => matchingMessages)).toEqual([2, 2, 2]);
      for (const few of [0, -2, 1.5]) expect(foundIds(await discover({ query: "needle", limit: few }))).toHaveLength(1);
      for (const many of [10, 11, 1e9])
        expect(foundIds(await discover({ query: "needle", limit: many }))).toHaveLength(10);
      await expect(discover({ query: "needle", limit: Number.NaN })).rejects.toMatchObject({ code: "InvalidRequest" });
      const best = (await discover({ query: "needle", limit: 10 })).sessions.map(({ snippet }) => snippet);
      expect(new Set(best)).toEqual(new Set(["needle"]));
    });
  });

  test("the more of a message the query is, the earlier its session; the later message where two are equal", () =>
    withSearchableSessions(
      engine,
      [
        { id: "a", entries: [user("a needle among much else of which nobody asked")] },
        { id: "b", entries: [user("needle"), user("hay"), user("hay")] },
        { id: "c", timestamp: "2026-03-01T00:00:00.000Z", entries: [user("hay"), user("needle", { id: "m" })] },
      ],
      async (discover) => {
        expect(foundIds(await discover("needle"))).toEqual(["c", "b", "a"]);
        expect((await discover("needle")).sessions[0]).toMatchObject({
          matchMessageId: "m",
          role: "user",
          timestamp: "2026-03-01T00:00:02.000Z",
          matches: [{ start: 0, end: 6 }],
        });
      },
    ));

  test("snippets that show the match in its context, in at most 240 characters", () =>
    withSearchableSessions(
      engine,
      [
        {
          id: "s",
          entries: [
            user(`${"before ".repeat(500)}the Retry\n\n  BUDGET of résumé 👩🏽‍💻 ${"after ".repeat(500)}`, {
              id: "far",
            }),
            user(`${"x".repeat(600_000)} headword ${"y".repeat(600_000)} tailword`, { id: "long" }),
          ],
        },
      ],
      async (discover) => {
        const [far] = (await discover('"retry budget" resume')).sessions;
        expect(far?.snippet).toContain("the Retry BUDGET of résumé 👩🏽‍💻 after");
        expect(countCodePoints(far?.snippet ?? "")).toBeLessThanOrEqual(240);
        expect(marked(far as DiscoveredSession)).toEqual(["Retry BUDGET", "résumé"]);
        const [tail] = (await discover("tailword")).sessions;
        expect(tail?.snippet.endsWith("y tailword")).toBe(true);
        expect(marked(tail as DiscoveredSession)).toEqual(["tailword"]);
        expect(foundIds(await discover("headword"))).toEqual([]);
      },
    ));
});
