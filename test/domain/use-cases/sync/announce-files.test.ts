import { appendFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Coverage } from "../../../../src/domain/model/coverage.ts";
import type { Caller } from "../../../../src/domain/use-cases/history.ts";
import { sessionFile, sessionText, user } from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { openObserved } from "./open-observed.ts";

const EVERYONE: Caller = { cwd: "/", everything: true };

/** What the callers are told while the first file is about to be read. */
async function coverageBeforeReading(folder: string, callers: readonly Caller[]): Promise<Coverage[]> {
  const told: Coverage[] = [];
  const { history } = openObserved(folder, {
    async onLines() {
      if (told.length > 0) return;
      for (const caller of callers) told.push((await history.status(caller)).coverage);
    },
  });
  await history.sync(EVERYONE);
  return told;
}

describe("sessions that wait to be read", () => {
  it("count as known from the beginning, for those who may see them", () =>
    withTemporaryFolder(async (folder) => {
      let bytes = 0;
      for (let at = 0; at < 250; at++) {
        const cwd = at % 5 === 0 ? "/w/one" : "/w/two";
        const path = sessionFile(folder, { id: `s${at}`, cwd, entries: [user("x".repeat(at))] });
        if (cwd === "/w/one") bytes += statSync(path).size;
      }
      const [all, one, none] = await coverageBeforeReading(folder, [
        EVERYONE,
        { cwd: "/w/one", workspaces: ["/w/one"] },
        { cwd: "/w/three", workspaces: ["/w/three"] },
      ]);
      expect(all).toMatchObject({ state: "catching-up", sessions: { indexed: 0, known: 250 } });
      expect(one).toMatchObject({ sessions: { indexed: 0, known: 50 }, bytes: { indexed: 0, known: bytes } });
      expect(none).toMatchObject({ state: "catching-up", sessions: { known: 0 }, bytes: { known: 0 } });
    }));

  it("are known by whatever line holds their header", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "long", header: { cwd: `/w/${"é".repeat(3_000)}` } });
      const text = sessionText({ id: "s", entries: [user("needle")] });
      writeFileSync(join(folder, "late.jsonl"), `\n{broken\n${text.replace('"s"', '"late"')}`);
      writeFileSync(
        join(folder, "mark.jsonl"),
        `\uFEFF${text.slice(0, text.indexOf("\n") + 1)}${text.replace('"s"', '"mark"')}`,
      );
      const entry = JSON.stringify({ type: "message", id: "e1" });
      writeFileSync(join(folder, "none.jsonl"), `${entry}\n${text}`);
      writeFileSync(join(folder, "torn.jsonl"), text.slice(0, 20));
      const told: (string | undefined)[][] = [];
      const { history, store } = openObserved(folder, {
        async onCommit() {
          told.push((await store.sources()).map((source) => source.session?.sessionId));
        },
      });
      const coverage = await history.sync(EVERYONE);
      const after = (await store.sources()).map((source) => source.session?.sessionId);
      expect(after).toEqual(["late", "long", "mark", undefined, undefined]);
      // The second commit is the first that finds announced files.
      expect(told[1]).toEqual(after);
      expect(coverage).toMatchObject({ state: "partial", sessions: { indexed: 3, known: 3 } });
    }));

  it("are looked at without being read", () =>
    withTemporaryFolder(async (folder) => {
      for (let at = 0; at < 5; at++) sessionFile(folder, { id: `s${at}`, entries: [user("needle ".repeat(50_000))] });
      let taken = 0;
      let announcing: number | undefined;
      const { history } = openObserved(folder, {
        onBytes: (_, bytes) => (taken += bytes),
        onLines: () => (announcing ??= taken),
      });
      await history.sync(EVERYONE);
      expect(announcing).toBeGreaterThan(0);
      expect(announcing).toBeLessThanOrEqual(5 * 2_048);
    }));

  it("stop waiting when the sync is cancelled, and are read by the next one", () =>
    withTemporaryFolder(async (folder) => {
      const paths = Array.from({ length: 250 }, (_, at) =>
        sessionFile(folder, { id: `s${at}`, entries: [user("needle")] }),
      );
      let controller = new AbortController();
      let commits = 0;
      const { history, store } = openObserved(folder, { onCommit: () => ++commits === 2 && controller.abort() });
      const cancelled = (): Promise<unknown> => history.sync(EVERYONE, { signal: controller.signal });
      await expect(cancelled()).rejects.toMatchObject({ code: "Cancelled" });
      const { coverage } = await history.status(EVERYONE);
      expect(coverage).toMatchObject({ state: "catching-up", sessions: { indexed: 0, known: 200 } });
      expect(await history.sync(EVERYONE)).toMatchObject({ state: "ready", sessions: { indexed: 250, known: 250 } });
      for (const path of paths) utimesSync(path, 1, 1);
      controller = new AbortController();
      commits = 0;
      await expect(cancelled()).rejects.toMatchObject({ code: "Cancelled" });
      expect((await store.sources()).filter(({ state }) => state === "pending")).toHaveLength(200);
    }));

  it("are read whole when they were announced by a sync that did not come to them, though they have grown since", () =>
    withTemporaryFolder(async (folder) => {
      const path = sessionFile(folder, { id: "s", entries: [user("first")] });
      const controller = new AbortController();
      const { history } = openObserved(folder, { onCommit: () => controller.abort() });
      await expect(history.sync(EVERYONE, { signal: controller.signal })).rejects.toMatchObject({ code: "Cancelled" });
      appendFileSync(path, `${JSON.stringify(user("second", { id: "e2", parentId: "e1", timestamp: "" }))}\n`);
      const { bytes } = await history.sync(EVERYONE);
      expect(bytes).toEqual({ indexed: statSync(path).size, known: statSync(path).size });
      for (const query of ["first", "second"]) {
        expect((await history.search({ query }, EVERYONE)).totals.events).toBe(1);
      }
    }));
});
