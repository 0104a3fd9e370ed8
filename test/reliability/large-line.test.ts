import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSessionFiles } from "../../src/adapters/session-files/session-files.ts";
import { type SessionEntry, sessionText, text, toolResult, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER } from "./index-content.ts";
import type { OpenedIndex } from "./open-on-disk.ts";
import { openOnSource } from "./open-on-source.ts";
import { measureSync } from "./processes/measuring-process.ts";

const LONG = process.env["LONG"] !== undefined;
/** The limit of a record (design §4). */
const LIMIT = 64 * 1024 * 1024;
/** Bytes of one reading, as the adapter has them by default. */
const CHUNK = 1024 * 1024;
/** What one record of the limit's size may take in memory, in MB: its bytes while they are gathered, its text, and what is parsed of it. */
const MOST_MEGABYTES = 600;

/** A line, and where it may stand among the others. */
const PLACES = ["first", "in the middle", "last"] as const;
type Place = (typeof PLACES)[number];

/** Entries that a line of any length can be made of. */
const KINDS: Readonly<Record<string, (filler: string) => SessionEntry>> = {
  "a message": (filler) => user(`bigword ${filler}`),
  "a result": (filler) => toolResult("c", "bash", `bigword ${filler}`),
  "an image beside a text": (filler) =>
    toolResult("c", "read", [text("bigword"), { type: "image", mimeType: "image/png", data: filler }]),
};

/** Ids of the small entries around the large one. */
const SMALL = ["s1", "s2", "s3", "s4"];

const small = (id: string): string => lineOf({ ...user("smallword"), id });

function lineOf(entry: SessionEntry): string {
  return JSON.stringify({ parentId: null, timestamp: "2026-01-05T09:00:00.000Z", ...entry });
}

/** The line of an entry `big` of exactly so many bytes, without its newline. */
function bigLine(make: (filler: string) => SessionEntry, bytes: number): string {
  const bare = lineOf({ ...make(""), id: "big" }).length;
  return lineOf({ ...make("x".repeat(bytes - bare)), id: "big" });
}

/** Writes lines one by one, so that no text of the whole file is made. */
function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, "w");
  writeSync(file, sessionText({ id: "s", cwd: "/ws/alpha" }));
  for (const line of lines) writeSync(file, `${line}\n`);
  closeSync(file);
}

async function expectLines({ history }: OpenedIndex, isIndexed: boolean): Promise<void> {
  const coverage = await history.sync(CALLER);
  const skipped = coverage.skipped.filter(({ reason }) => reason !== "shortened-text");
  expect(skipped).toEqual(isIndexed ? [] : [{ reason: "oversized-record", count: 1 }]);
  if (!isIndexed) expect(coverage.state).toBe("partial");
  const { hits } = await history.search({ query: "smallword" }, CALLER);
  expect(hits.map((hit) => hit.entryId).toSorted()).toEqual(SMALL);
  const big = await history.search({ query: "bigword" }, CALLER);
  expect(big.hits.map((hit) => hit.entryId)).toEqual(isIndexed ? ["big"] : []);
  if (isIndexed) {
    const { fragments } = await history.read({ sessionId: "s", entryId: "big" }, CALLER);
    expect(fragments[0]?.preview.text).toMatch(/^bigword/);
  } else {
    // Nothing was found in what is not held: the answer says that something is left out.
    expect(big.coverage).toMatchObject({ state: "partial", skipped: [{ reason: "oversized-record", count: 1 }] });
  }
}

function placed(place: Place, line: string): string[] {
  const at = { first: 0, "in the middle": 2, last: SMALL.length }[place];
  return SMALL.map(small).toSpliced(at, 0, line);
}

describe("a line at the limit of a record", () => {
  const limit = 3_000;

  describe.each(Object.entries(KINDS))("%s", (_kind, make) => {
    describe.each(PLACES)("%s", (where) => {
      it.each([
        { over: -1, chunkBytes: CHUNK },
        { over: 0, chunkBytes: CHUNK },
        { over: 1, chunkBytes: CHUNK },
        { over: 0, chunkBytes: 512 },
        { over: 1, chunkBytes: 512 },
        { over: 0, chunkBytes: limit },
        { over: 1, chunkBytes: limit },
        { over: 20 * limit, chunkBytes: 100 },
      ])("$over bytes over it, read $chunkBytes bytes at once", ({ over, chunkBytes }) =>
        withTemporaryFolder(async (folder) => {
          writeLines(join(folder, "s.jsonl"), placed(where, bigLine(make, limit + over)));
          for (const stagedBytes of [1, LIMIT]) {
            const limits = { maxLineBytes: limit, chunkBytes };
            const opened = openOnSource(folder, () => createSessionFiles(limits), stagedBytes);
            await expectLines(opened, over <= 0);
            await opened.history.close();
          }
        }),
      );
    });
  });

  it("a header over it, and a line that never ends, are not waited for", () =>
    withTemporaryFolder(async (folder) => {
      writeLines(join(folder, "s.jsonl"), SMALL.map(small));
      writeFileSync(join(folder, "header.jsonl"), sessionText({ id: "h", header: { more: "x".repeat(limit) } }));
      writeFileSync(join(folder, "endless.jsonl"), "x".repeat(5 * limit));
      const limits = { maxLineBytes: limit, chunkBytes: 512 };
      const { history } = openOnSource(folder, () => createSessionFiles(limits));
      const coverage = await history.sync(CALLER);
      expect(coverage.sessions).toEqual({ indexed: 1, known: 1 });
      expect((await history.search({ query: "smallword" }, CALLER)).totals.events).toBe(SMALL.length);
      await history.close();
    }));
});

describe("lines of 64 MiB", () => {
  it.each(LONG ? Object.keys(KINDS) : ["a result"])(
    "%s just below the limit, at it and just above it",
    { timeout: 300_000 },
    (kind) =>
      withTemporaryFolder(async (folder) => {
        const make = KINDS[kind] as (filler: string) => SessionEntry;
        for (const over of LONG ? [-1, 0, 1] : [0, 1]) {
          const sessions = join(folder, `over${over}`);
          mkdirSync(sessions);
          writeLines(join(sessions, "s.jsonl"), placed("in the middle", bigLine(make, LIMIT + over)));
          const index = join(folder, `over${over}.sqlite`);
          if (LONG) {
            const measured = await measureSync({ sessions, index });
            console.log(`line of 64 MiB ${over}: ${JSON.stringify({ kind, ...measured })}`);
            expect(measured.megabytes).toBeLessThan(MOST_MEGABYTES);
          }
          const opened = openOnSource(sessions, (source) => source, undefined, undefined, index);
          await expectLines(opened, over <= 0);
          await opened.history.close();
        }
      }),
  );
});
