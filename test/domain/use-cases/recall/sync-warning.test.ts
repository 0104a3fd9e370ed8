import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHistory } from "../../../../src/container.ts";
import { RecallError } from "../../../../src/domain/model/errors.ts";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import { ALPHA, onEachEngine, withCase } from "../../../cases-trees/open-case.ts";
import { sessionFile, user } from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { openObserved } from "../sync/open-observed.ts";

const cwd = "/ws/alpha";
const one = (folder: string) => void sessionFile(folder, { id: "s", cwd, entries: [user("needle", { id: "m" })] });

/** The warning of every kind of answer that names sessions. */
async function warnings(history: History): Promise<unknown[]> {
  const answers = [
    await history.recallBrowse({}, ALPHA),
    await history.recallDiscover({ query: "needle" }, ALPHA),
    await history.recallRead({ sessionId: "s" }, ALPHA),
    await history.recallScroll({ sessionId: "s", aroundMessageId: "m" }, ALPHA),
  ];
  return answers.map(({ syncWarning }) => syncWarning);
}

const every = (warning: unknown): unknown[] => Array.from({ length: 4 }, () => warning);

onEachEngine("recall warns", (engine) => {
  test("of a walk that was cut short, until one reaches its end", () =>
    withCase({ engine, place: one }, async ({ history }) => {
      expect(await warnings(history)).toEqual(every(undefined));
      const cancelled = new AbortController();
      cancelled.abort();
      await expect(history.sync(ALPHA, { signal: cancelled.signal })).rejects.toMatchObject({ code: "Cancelled" });
      expect(await warnings(history)).toEqual(every({ kind: "incomplete-walk" }));
      await history.sync(ALPHA);
      expect(await warnings(history)).toEqual(every(undefined));
    }));

  test("of a folder that is out of reach, though it was walked once", () =>
    withTemporaryFolder(async (top) => {
      const [near, far] = [join(top, "near"), join(top, "far")] as const;
      for (const folder of [near, far]) mkdirSync(folder);
      one(near);
      const { history } = await openHistory({
        sessions: [near, far],
        ...(engine === "fts5" ? { engine: "fts5", index: join(top, "index.sqlite") } : { engine: "memory" }),
        env: { PI_CODING_AGENT_DIR: join(top, "agent") },
        log: false,
      });
      await history.sync(ALPHA);
      expect(await warnings(history)).toEqual(every(undefined));
      renameSync(far, join(top, "away"));
      symlinkSync(join(top, "nowhere"), far);
      await history.sync(ALPHA);
      expect(await warnings(history)).toEqual(every({ kind: "incomplete-walk" }));
      rmSync(far);
      renameSync(join(top, "away"), far);
      await history.sync(ALPHA);
      expect(await warnings(history)).toEqual(every(undefined));
      await history.close();
    }));

  test("never for good of a session that is bad, too large or only half written", () => {
    const place = (folder: string) => {
      one(folder);
      sessionFile(folder, { id: "bad", cwd, entries: ["{torn\n", "7\n", user("x"), '{"type":"mess'] });
      sessionFile(folder, { id: "none", cwd, name: "none.jsonl", header: { type: "other" } });
    };
    return withCase({ engine, place }, async ({ history, coverage }) => {
      expect(coverage.state).toBe("partial");
      expect(await warnings(history)).toEqual(every(undefined));
    });
  });

  test("of a sync that failed, with its sentence, until one succeeds", () =>
    withTemporaryFolder(async (folder) => {
      one(folder);
      let failure: Error | undefined;
      const onCommit = (): void => {
        if (failure) throw failure;
      };
      const { history } = openObserved(folder, { onCommit }, { engine });
      await history.sync(ALPHA);
      const asked = async (): Promise<unknown> => (await history.recallRead({ sessionId: "s" }, ALPHA)).syncWarning;
      expect(await asked()).toBeUndefined();
      failure = new RecallError("SourceUnreadable", `Unreadable. ${"x".repeat(1_000)}`);
      await expect(history.sync(ALPHA)).rejects.toMatchObject({ code: "SourceUnreadable" });
      expect(await asked()).toEqual({ kind: "sync-failed", error: `Unreadable. ${"x".repeat(387)}…` });
      failure = new Error("EACCES: /secret/path");
      await expect(history.sync(ALPHA)).rejects.toMatchObject({ code: "IndexUnavailable" });
      expect(await asked()).toEqual({ kind: "sync-failed", error: "The sync failed: see the local log." });
      failure = undefined;
      await history.sync(ALPHA);
      expect(await asked()).toBeUndefined();
      await history.close();
    }));
});
