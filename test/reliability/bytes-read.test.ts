import { appendFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assistant, sessionFile, sessionText, toolCall, toolResult, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER, contentOf, freshContent } from "./index-content.ts";
import { openOnSource } from "./open-on-source.ts";
import { type BytesRead, countBytes } from "./sources/counting-source.ts";

const LONG = process.env["LONG"] !== undefined;
const MEBIBYTES = LONG ? 50 : 6;
const APPENDS = LONG ? 500 : 120;
const MOST_PER_APPEND = 64 * 1024;

describe("a session that grows by one entry at a time", () => {
  it(
    "is never read again: 64 KiB per append at most, and all appends together less than the file",
    { timeout: 400_000 },
    () =>
      withTemporaryFolder(async (folder) => {
        const sessions = join(folder, "sessions");
        mkdirSync(sessions);
        const path = sessionFile(sessions, { id: "grown", entries: [user("the first")] });
        appendFileSync(path, Buffer.from(longSession(MEBIBYTES)));
        const read: BytesRead = { bytes: 0 };
        const opened = openOnSource(sessions, (source) => countBytes(source, read));
        await opened.history.sync(CALLER);
        const first = read.bytes;
        let parentId = "e1";
        let most = 0;
        for (let at = 0; at < APPENDS; at++) {
          const before = read.bytes;
          const entry = { ...growth(at), id: `grown${at}`, parentId, timestamp: "2026-02-01T00:00:00.000Z" };
          parentId = entry.id;
          appendFileSync(path, `${JSON.stringify(entry)}\n`);
          const coverage = await opened.history.sync(CALLER);
          expect(coverage.state).toBe("ready");
          most = Math.max(most, read.bytes - before);
        }
        const { size } = statSync(path);
        console.log(
          `bytes read: ${JSON.stringify({ appends: APPENDS, fileBytes: size, mostPerAppend: most, byAppends: read.bytes - first, inAll: read.bytes })}`,
        );
        expect(most).toBeLessThanOrEqual(MOST_PER_APPEND);
        expect(read.bytes - first).toBeLessThan(size * (LONG ? 0.5 : 1));
        expect(read.bytes).toBeLessThan(2 * size);
        const last = await opened.history.search({ query: `growth${APPENDS - 1}` }, CALLER);
        expect(last.totals.events).toBe(1);
        if (!LONG) expect(await contentOf(opened, ["growth3"])).toEqual(await freshContent(sessions, ["growth3"]));
        await opened.history.close();
      }),
  );

  it("and what did not change is not read at all", () =>
    withTemporaryFolder(async (folder) => {
      for (let at = 0; at < 20; at++) sessionFile(folder, { id: `s${at}`, entries: [user("quiet")] });
      const read: BytesRead = { bytes: 0 };
      const { history } = openOnSource(folder, (source) => countBytes(source, read));
      await history.sync(CALLER);
      const once = read.bytes;
      await history.sync(CALLER);
      expect(once).toBeGreaterThan(0);
      expect(read.bytes).toBe(once);
      await history.close();
    }));
});

/** Lines of a long session below the entry `e1`, the last of them that entry's child too: 1 KiB each. */
function longSession(mebibytes: number): string {
  const text = "generated words of a long session ".repeat(24);
  const entries = Array.from({ length: mebibytes * 1024 }, (_, at) => user(`${text} ${at}`, { id: `long${at}` }));
  return sessionText({ id: "grown", entries }).replace(/^.*\n/, "");
}

/** A kilobyte: words, a call, or the result of the call before. */
function growth(at: number): ReturnType<typeof user> {
  const text = `growth${at} ${"generated ".repeat(90)}`;
  if (at % 3 === 0) return user(text);
  if (at % 3 === 1) return assistant([toolCall(`call${at}`, "bash", { command: text })]);
  return toolResult(`call${at - 1}`, "bash", text);
}
