import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { faultsInTables } from "../reliability/faults-in-tables.ts";
import { contentOf, freshContent } from "../reliability/index-content.ts";
import { type OpenedIndex, openOnDisk } from "../reliability/open-on-disk.ts";
import { SyncingProcess } from "../reliability/processes/syncing-process.ts";
import { bash, customMessage, sessionText, toolResult, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { ALPHA } from "./alpha.ts";
import { input, type Life, onEachWay, withLife } from "./open-life.ts";

const FILES = 10;
/** Lines that are read in one piece: a file of more can be left in its middle. */
const LINES_PER_BATCH = 1024;

/** Ten copies of the input. */
const copies = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => {
      const text = input("interrupted-run/s1.jsonl").toString().replace('"id":"b24"', `"id":"b24-${at}"`);
      return [`s${at}.jsonl`, text];
    }),
  );

/** Ten sessions with entries of several types, some of them read in several pieces. */
const sessions = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => {
      const entries = Array.from({ length: at % 5 === 3 ? LINES_PER_BATCH + 200 : 4 }, (_entry, number) => {
        if (number % 4 === 1) return bash("resumeword", `output ${number}`);
        if (number % 4 === 2) return toolResult(`c${number}`, "bash", "resumeword");
        return number % 4 === 3 ? customMessage("resumeword", `note ${number}`) : user("resumeword");
      });
      return [`s${at}.jsonl`, sessionText({ id: `s${at}`, cwd: "/ws/alpha", entries })];
    }),
  );

/** What was committed is whole: a file is indexed to its end with every event of it, or pending with nothing that answers. */
async function expectWholeFiles({ store, history }: OpenedIndex): Promise<number> {
  let done = 0;
  for (const { key, ...source } of await store.sources()) {
    const events = await store.eventsOfSource(key);
    if (source.state === "indexed") {
      done++;
      expect(source.offset).toBe(source.bytes);
      expect(events).toHaveLength(source.session?.events ?? 0);
      expect(events.length).toBeGreaterThan(0);
    } else expect([source.state, source.offset, events]).toEqual(["pending", 0, []]);
  }
  const { coverage, totals } = await history.search({ query: "resumeword", limit: 50 }, ALPHA);
  expect(coverage.sessions.indexed).toBe(done);
  expect(coverage.state).toBe(done === FILES ? "ready" : "catching-up");
  const counts = await Promise.all(
    (await store.sources()).map(async ({ key }) => (await store.eventsOfSource(key)).length),
  );
  expect(totals.events).toBe(counts.reduce((sum, count) => sum + count, 0));
  return done;
}

/** Syncs until the report with this number and aborts there; false when it came to its end before. */
async function abortAt({ sync }: Life, report: number, isMeant: (inFile: boolean) => boolean = () => true) {
  const cancelling = new AbortController();
  let reports = 0;
  let lastBytes = -1;
  let lastDone = -1;
  const syncing = sync({
    signal: cancelling.signal,
    onProgress: ({ filesDone, bytesDone }) => {
      const isInFile = filesDone === lastDone && bytesDone > lastBytes;
      [lastDone, lastBytes] = [filesDone, bytesDone];
      if (isMeant(isInFile) && ++reports === report) cancelling.abort();
    },
  });
  const failure = await syncing.then(
    () => undefined,
    (error: unknown) => error as { readonly code: string },
  );
  // A signal that comes when the last file is done comes too late.
  if (failure === undefined) return false;
  expect(failure.code).toBe("Cancelled");
  return true;
}

onEachWay("A run is cancelled (B24)", (way) => {
  it("after each of ten files: the next run does the rest, and until then coverage says so", async () => {
    const cancelled: boolean[] = [];
    for (let report = 1; cancelled.at(-1) !== false; report++) {
      await withLife(way, copies(), async (life) => {
        const isCancelled = await abortAt(life, report);
        cancelled.push(isCancelled);
        // Before the first report the files are not even known; from the tenth on nothing may be left to stop.
        if (report <= FILES) expect(isCancelled).toBe(true);
        const done = isCancelled ? await expectWholeFiles(life.opened()) : FILES;
        if (isCancelled) expect((await life.opened().history.status(ALPHA)).coverage.state).toBe("catching-up");
        const todo: number[] = [];
        const coverage = await life.sync({ onProgress: ({ files }) => void todo.push(files) });
        expect(todo[0]).toBe(FILES - done);
        expect(coverage).toMatchObject({ state: "ready", sessions: { indexed: FILES, known: FILES } });
        expect(await life.found("resumeword")).toHaveLength(FILES);
        await life.expectFresh("resumeword");
      });
    }
  });

  test.prop([fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.boolean()), { minLength: 1, maxLength: 4 })], {
    numRuns: 4,
  })("again and again, between files and in the middle of one, also across restarts", (stops) =>
    withLife(way, sessions(), async (life) => {
      for (const [report, isRestarted] of stops) {
        await abortAt(life, report, (inFile) => inFile || report % 2 === 0);
        if (isRestarted) await life.restart();
        await expectWholeFiles(life.opened());
      }
      expect(await life.sync()).toMatchObject({ state: "ready", sessions: { indexed: FILES, known: FILES } });
      await life.expectFresh("resumeword", "note");
    }),
  );

  it("before it begins: nothing has happened", () =>
    withLife(way, copies(), async (life) => {
      await expect(life.sync({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "Cancelled" });
      expect(await life.opened().store.sources()).toEqual([]);
      expect((await life.opened().history.status(ALPHA)).coverage.state).toBe("catching-up");
      expect((await life.sync()).state).toBe("ready");
    }));
});

describe.each([16 * 1024 * 1024, 1])("A run is killed (B24, large from %d bytes on)", (stagedBytes) => {
  it.each([
    ["copies of one message", copies, [1, 4, 8]],
    ["sessions that are read in several pieces", sessions, [2, 7, 9, 15]],
  ] as const)(
    "%s: the next run does the rest, and until then coverage says so",
    { timeout: 300_000 },
    (_name, files, stops) =>
      withTemporaryFolder(async (folder) => {
        const place = { sessions: join(folder, "sessions"), stagedBytes };
        mkdirSync(place.sessions);
        for (const [name, content] of Object.entries(files())) writeFileSync(join(place.sessions, name), content);
        const fresh = await freshContent(place.sessions, ["resumeword"]);
        for (const reports of stops) {
          const index = join(folder, `killed-${reports}.sqlite`);
          const running = new SyncingProcess({ ...place, index });
          await running.reported(reports);
          running.kill();
          const ended = await running.ended;
          const opened = await openOnDisk({ ...place, index });
          const done = await expectWholeFiles(opened);
          if (ended !== "killed") expect(done).toBe(FILES);
          expect(await opened.history.sync(ALPHA)).toMatchObject({ state: "ready", sessions: { indexed: FILES } });
          expect(await contentOf(opened, ["resumeword"])).toEqual(fresh);
          expect(faultsInTables(index)).toEqual([]);
          await opened.history.close();
        }
      }),
  );
});
