import { appendFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lineOf, writeLargeSession } from "../support/large-session.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER, contentOf, freshContent } from "./index-content.ts";
import { openOnSource } from "./open-on-source.ts";
import { type BytesRead, countBytes } from "./sources/counting-source.ts";

const LONG = process.env["LONG"] !== undefined;
const BYTES = (LONG ? 50 : 2) * 1024 * 1024;
const APPENDS = LONG ? 500 : 50;
const APPENDED_BYTES = 1_024;
const MOST_PER_SYNC = 64 * 1024;
/** How the first build takes the file: in memory, and beside its rows. */
const STAGED = LONG ? [16 * 1024 * 1024, 1024 * 1024 * 1024] : [1024 * 1024, 16 * 1024 * 1024];

describe.each(STAGED)("a session that grows all day, large from %d bytes on (B80)", (stagedBytes) => {
  it(`${APPENDS} appends with a sync after each read less than the file once more`, { timeout: 600_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      mkdirSync(sessions);
      const path = join(sessions, "large.jsonl");
      const { entries } = writeLargeSession(path, { bytes: BYTES });
      const read: BytesRead = { bytes: 0 };
      const opened = openOnSource(sessions, (source) => countBytes(source, read), stagedBytes);
      await opened.history.sync(CALLER);
      const first = read.bytes;
      let most = 0;
      let largest = 0;
      for (let at = 1; at <= APPENDS; at++) {
        const before = read.bytes;
        const line = lineOf(entries + at, "w1 ".repeat(250));
        largest = Math.max(largest, line.length);
        appendFileSync(path, line);
        expect((await opened.history.sync(CALLER)).state).toBe("ready");
        most = Math.max(most, read.bytes - before);
      }
      const { size } = statSync(path);
      const figures = { appends: APPENDS, size, first, most, byAppends: read.bytes - first, inAll: read.bytes };
      if (LONG) console.log(`growing session: ${JSON.stringify({ stagedBytes, ...figures })}`);
      expect(largest).toBeLessThan(1.3 * APPENDED_BYTES);
      expect(most).toBeLessThanOrEqual(MOST_PER_SYNC);
      expect(read.bytes - first).toBeLessThan(size);
      expect(read.bytes).toBeLessThan(2 * size);
      const { totals } = await opened.history.search({ query: `generated mark${entries + APPENDS}` }, CALLER);
      expect(totals.events).toBe(1);
      const queries = [`mark${entries}`, `mark${entries + 1}`];
      expect(await contentOf(opened, queries)).toEqual(await freshContent(sessions, queries));
      await opened.history.close();
    }),
  );
});
