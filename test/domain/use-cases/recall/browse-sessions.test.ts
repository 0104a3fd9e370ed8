import { join } from "node:path";
import { expect, test } from "vitest";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import { ALPHA, onEachEngine, withCase } from "../../../cases-trees/open-case.ts";
import { onMachine } from "../../../configuration/configured-history.ts";
import { assistant, bash, sessionFile, sessionName, system, toolResult, user } from "../../../support/session-file.ts";

const cwd = "/ws/alpha";
const timestamp = (day: number) => `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;

/** Twelve sessions, `s1` the oldest. */
function twelve(folder: string): void {
  for (let day = 1; day <= 12; day++) {
    sessionFile(folder, { id: `s${day}`, cwd, timestamp: timestamp(day), entries: [user(`day ${day}`)] });
  }
}

onEachEngine("recall browses", (engine) => {
  test("recent sessions by their last activity, 3 by default and 1 to 10 whatever is asked", () =>
    withCase({ engine, place: twelve }, async ({ history }) => {
      const browse = async (limit?: number) => {
        const answer = await history.recallBrowse(limit === undefined ? {} : { limit }, ALPHA);
        expect(answer).toMatchObject({ mode: "browse", total: 12, coverage: { state: "ready" } });
        return answer.sessions.map(({ sessionId }) => sessionId);
      };
      expect(await browse()).toEqual(["s12", "s11", "s10"]);
      expect(await browse(5)).toHaveLength(5);
      for (const few of [0, -3, 1, 1.9, Number.NEGATIVE_INFINITY]) expect(await browse(few)).toEqual(["s12"]);
      for (const many of [10, 11, 1e9]) expect(await browse(many)).toHaveLength(10);
      await expect(browse(Number.NaN)).rejects.toMatchObject({ code: "InvalidRequest" });
    }));

  test("with path, name, cwd, times, the beginning of the first user message with text, and the number of messages", () => {
    const place = (folder: string) => {
      sessionFile(folder, {
        id: "s",
        cwd,
        entries: [
          system("you are"),
          assistant("hello"),
          user([{ type: "image", mimeType: "image/png", data: "AAAA" }]),
          user(`  please\\n\\tfix ${"it ".repeat(200)}`, { id: "asked" }),
          toolResult("c", "read", "x"),
          bash("ls", "x"),
          assistant("left", {}, { parentId: "asked" }),
          user("right", { id: "right", parentId: "asked" }),
          sessionName("Named"),
        ],
      });
      sessionFile(folder, { id: "empty", cwd, timestamp: timestamp(2) });
    };
    return withCase({ engine, place }, async ({ history, folder }) => {
      const { sessions } = await history.recallBrowse({}, ALPHA);
      const [empty, session] = sessions;
      expect(empty).toEqual({
        sessionId: "empty",
        path: join(folder, "empty.jsonl"),
        cwd,
        started: timestamp(2),
        preview: "",
        messageCount: 0,
      });
      expect(session).toMatchObject({
        path: join(folder, "s.jsonl"),
        name: "Named",
        started: timestamp(1),
        lastActivity: "2026-01-01T00:00:09.000Z",
        messageCount: 4,
      });
      expect(session?.preview).toMatch(/^please.*fix it it.*…$/);
      expect(session?.preview.length).toBeLessThanOrEqual(240);
    });
  });

  test("without sessions of temporary folders, which can still be named", () => {
    const place = (folder: string) => {
      for (const [id, ran] of Object.entries({ t: "/tmp", u: "/tmp/deep", v: "/private/tmp/x", w: "/tmpfiles" })) {
        sessionFile(folder, { id, cwd: ran, entries: [user("x")] });
      }
      for (const name of ["--tmp-x--", "--private-tmp-x--", "--tmp--", "--tmpfiles--", "--ws-tmp-x--"]) {
        sessionFile(folder, { id: name, cwd, name: `${name}/a.jsonl`, entries: [user("x")] });
      }
      sessionFile(folder, { id: "file", cwd, name: "--tmp-x--.jsonl", entries: [user("x")] });
    };
    const everyone = { cwd: "/", everything: true };
    return withCase({ engine, place, caller: everyone }, async ({ history }) => {
      const { sessions, total } = await history.recallBrowse({ limit: 10 }, everyone);
      expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([
        "--tmpfiles--",
        "--ws-tmp-x--",
        "file",
        "w",
      ]);
      expect(total).toBe(4);
      const named = await history.recallRead({ sessionId: "t" }, everyone);
      expect(named.messages).toHaveLength(1);
      expect((await history.sessions({}, everyone)).sessions).toHaveLength(10);
    });
  });

  test("only the caller's workspace, unless a configuration opens recall, which opens nothing else", () =>
    onMachine(async (machine) => {
      for (const [id, folder] of Object.entries({ mine: cwd, theirs: "/ws/beta" })) {
        sessionFile(machine.sessions, { id, cwd: folder, entries: [user("needle", { id: "m" })] });
      }
      const options = engine === "memory" ? { engine } : {};
      const ask = async (history: History) => {
        await history.sync(ALPHA, { discovery: true });
        const browsed = (await history.recallBrowse({}, ALPHA)).sessions;
        const discovered = (await history.recallDiscover({ query: "needle" }, ALPHA)).sessions;
        const read = await history.recallRead({ sessionId: "theirs" }, ALPHA).catch(() => undefined);
        const listed = (await history.sessions({}, ALPHA)).sessions;
        const found = (await history.search({ query: "needle" }, ALPHA)).hits;
        return [browsed.length, discovered.length, read?.messages.length, listed.length, found.length];
      };
      expect(await machine.use(ask, {}, options)).toEqual([1, 1, undefined, 1, 1]);
      machine.configure({ recall: { scope: "all" } });
      expect(await machine.use(ask, {}, options)).toEqual([2, 2, 1, 1, 1]);
    }));
});
