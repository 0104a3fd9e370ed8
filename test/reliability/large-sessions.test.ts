import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LargeSession, writeLargeSession } from "../support/large-session.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER } from "./index-content.ts";
import type { OpenedIndex } from "./open-on-disk.ts";
import { openOnSource } from "./open-on-source.ts";
import { measureSync } from "./processes/measuring-process.ts";
import { type BytesRead, countBytes } from "./sources/counting-source.ts";

const LONG = process.env["LONG"] !== undefined;
const MEBIBYTE = 1024 * 1024;
/** Above what one JavaScript string can hold, or above what is rebuilt in memory. */
const BYTES = LONG ? 600 * MEBIBYTE : 20 * MEBIBYTE;
/** What reading one event may take, of a record of 4 KB. */
const MOST_PER_EVENT = 64 * 1024;
/** Resident memory of a process that indexes within a worker's limits (design §13), in MB of 1,000,000 bytes. */
const MOST_MEGABYTES = 300;

describe(`a session of ${BYTES / MEBIBYTE} MiB (B78)`, () => {
  it("is indexed whole, its last line found and one event of it read by its bytes", { timeout: 600_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      mkdirSync(sessions);
      const large = writeLargeSession(join(sessions, "large.jsonl"), { bytes: BYTES });
      const index = join(folder, "events.sqlite");
      if (LONG) {
        const measured = await measureSync({ sessions, index });
        console.log(`large session: ${JSON.stringify(measured)}`);
        expect(measured.megabytes).toBeLessThan(MOST_MEGABYTES);
      }
      const read: BytesRead = { bytes: 0 };
      const opened = openOnSource(sessions, (source) => countBytes(source, read), undefined, undefined, index);
      const coverage = await opened.history.sync(CALLER);
      const bytes = { indexed: large.bytes, known: large.bytes };
      expect(coverage).toMatchObject({ state: "ready", sessions: { indexed: 1, known: 1 }, bytes, skipped: [] });
      if (LONG) expect(read.bytes, "the other process has read it").toBe(0);
      await expectEveryPart(opened, large, read);
      await opened.history.close();
    }),
  );
});

/** Finds and reads entries at the beginning, in the middle and at the end, and looks at how many bytes that takes. */
async function expectEveryPart({ history }: OpenedIndex, large: LargeSession, read: BytesRead): Promise<void> {
  const { sessionId, entries } = large;
  for (const at of [1, Math.floor(entries / 3), Math.floor(entries / 2), entries - 1, entries]) {
    const before = read.bytes;
    const entryId = `e${at}`;
    const { hits, totals } = await history.search({ query: `generated mark${at}` }, CALLER);
    expect([hits.map((hit) => [hit.sessionId, hit.entryId]), totals.events]).toEqual([[[sessionId, entryId]], 1]);
    expect(read.bytes - before).toBeLessThan(MOST_PER_EVENT);
    const { fragments, event } = await history.read({ sessionId, entryId }, CALLER);
    expect(event.branchState).toBe("selected");
    expect(fragments.some(({ preview }) => preview.text.includes(`generated mark${at} `))).toBe(true);
    expect(read.bytes - before).toBeLessThan(2 * MOST_PER_EVENT);
  }
  const before = read.bytes;
  const common = await history.search({ query: "generated" }, CALLER);
  expect([common.hits.length, common.totals.events]).toEqual([10, entries]);
  expect(read.bytes - before).toBeLessThan(10 * MOST_PER_EVENT);
  // What is missing is told apart from what is too large to be read at once.
  const missing = history.read({ sessionId, entryId: `e${entries + 1}` }, CALLER);
  await expect(missing).rejects.toMatchObject({ code: "NotFound" });
}
