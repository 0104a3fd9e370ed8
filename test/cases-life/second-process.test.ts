import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Coverage } from "../../src/domain/model/coverage.ts";
import { faultsInTables } from "../reliability/faults-in-tables.ts";
import { contentOf, freshContent } from "../reliability/index-content.ts";
import { openOnDisk } from "../reliability/open-on-disk.ts";
import { bash, customMessage, sessionText, toolResult, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { input } from "./open-life.ts";

const LONG = process.env["LONG"] !== undefined;
const SESSIONS = LONG ? 2_000 : 300;
const SYNC = fileURLToPath(new URL("../reliability/processes/sync-once.ts", import.meta.url));
const SEARCH = fileURLToPath(new URL("processes/search-once.ts", import.meta.url));

interface Place {
  readonly sessions: string;
  readonly index: string;
  readonly stagedBytes: number;
}

interface Answer {
  readonly events: number;
  readonly hits: number;
  readonly coverage: Coverage;
  readonly ms: number;
}

/** The text of the session with a number. */
type Writer = (at: number) => string;

const given: Writer = (at) =>
  input("second-process/s1.jsonl")
    .toString()
    .replace('"id":"b23"', `"id":"b23-${String(at).padStart(4, "0")}"`);

/** Enough of every type to keep a process busy for a while; one event of each session holds the word. */
const busy: Writer = (at) => {
  const filler = Array.from({ length: 1_500 }, (_, word) => `w${(at * 7919 + word * 31) % 20_011}`).join(" ");
  const entries = [user(filler), bash("lockword", filler), toolResult("c", "bash", filler), customMessage("n", filler)];
  return sessionText({ id: `busy-${at}`, cwd: "/ws/alpha", entries });
};

/** Process A: one that brings the index up to date. `reached`: settles after so many reports of progress, or at its end. */
function startSync(place: Place): {
  readonly child: ChildProcess;
  readonly reached: (reports: number) => Promise<void>;
} {
  const child = spawn(process.execPath, [SYNC, JSON.stringify(place)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const reached = async (reports: number): Promise<void> => {
    while (output.split("report\n").length <= reports && child.exitCode === null) await wait(2);
  };
  return { child, reached };
}

/** Process B: asks at once, and after a sync of its own if it is to. Fails with what the process said when it failed. */
async function search(place: Place, isSyncing: boolean): Promise<Answer[]> {
  const asked = JSON.stringify({ ...place, query: "lockword", isSyncing });
  const child = spawn(process.execPath, [SEARCH, asked], { stdio: ["ignore", "pipe", "pipe"] });
  const [code, said, failed] = await Promise.all([
    new Promise((done) => void child.once("close", done)),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw new Error(`A searching process failed (${String(code)}): ${failed}`);
  return JSON.parse(said) as Answer[];
}

async function kill(child: ChildProcess): Promise<boolean> {
  const closed = new Promise((done) => void child.once("close", done));
  const isRunning = child.exitCode === null;
  child.kill("SIGKILL");
  if (isRunning) await closed;
  return isRunning;
}

async function inPlace(write: Writer, stagedBytes: number, act: (place: Place) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const place = { sessions: join(folder, "sessions"), index: join(folder, "events.sqlite"), stagedBytes };
    mkdirSync(place.sessions);
    for (let at = 0; at < SESSIONS; at++) writeFileSync(join(place.sessions, `${at}.jsonl`), write(at));
    await act(place);
  });
}

/** Exactly one set of rows: what a build that nobody disturbed would hold. */
async function expectOneSet(place: Place): Promise<void> {
  expect(faultsInTables(place.index)).toEqual([]);
  const opened = await openOnDisk(place);
  const queries = ["lockword"];
  expect(await contentOf(opened, queries)).toEqual(await freshContent(place.sessions, queries));
  await opened.history.close();
}

/** An answer may know of a part only, and must say so. */
function expectHonest({ events, coverage }: Answer): void {
  expect(events).toBeLessThanOrEqual(SESSIONS);
  if (events < SESSIONS) expect(coverage.state).toBe("catching-up");
}

const whole = {
  events: SESSIONS,
  hits: 50,
  coverage: { state: "ready", sessions: { indexed: SESSIONS, known: SESSIONS } },
};

describe.each([
  ["the given session", given],
  ["sessions that take a while", busy],
] as const)("Two processes index at once (B23): copies of %s", (_name, write) => {
  describe.each([16 * 1024 * 1024, 1])("large from %d bytes on", (stagedBytes) => {
    test(
      "the second one asks after 200 ms, the first is killed, and the second does the rest",
      { timeout: 300_000 },
      () =>
        inPlace(write, stagedBytes, async (place) => {
          const { child } = startSync(place);
          await wait(200);
          const [first] = await search(place, false);
          const isKilled = await kill(child);
          const [second, third] = await search(place, true);
          for (const answer of [first, second]) expectHonest(answer as Answer);
          expect(third).toMatchObject(whole);
          if (LONG) console.log(`second process: ${JSON.stringify({ isKilled, first, second, third })}`);
          await expectOneSet(place);
        }),
    );

    test("one that stands still in the middle of its work keeps nobody from an answer", { timeout: 300_000 }, () =>
      inPlace(write, stagedBytes, async (place) => {
        const { child, reached } = startSync(place);
        try {
          // After the first files; 200 of them share a commit.
          await reached(SESSIONS);
          child.kill("SIGSTOP");
          const [answer] = await search(place, false);
          expectHonest(answer as Answer);
          // The given sessions are so few bytes that it may be done before it can be stopped.
          if (write === busy) expect(answer?.coverage.state).toBe("catching-up");
        } finally {
          await kill(child);
        }
        const [, after] = await search(place, true);
        expect(after).toMatchObject(whole);
        await expectOneSet(place);
      }),
    );
  });

  test("both go on to the end, and a third with them", { timeout: 300_000 }, () =>
    inPlace(write, 16 * 1024 * 1024, async (place) => {
      const answers = await Promise.all([search(place, true), search(place, true), search(place, true)]);
      for (const [first, last] of answers) {
        expectHonest(first as Answer);
        expectHonest(last as Answer);
      }
      const [, after] = await search(place, true);
      expect(after).toMatchObject(whole);
      await expectOneSet(place);
    }),
  );
});
