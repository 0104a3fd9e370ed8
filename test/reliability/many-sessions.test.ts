import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sessionText, toolResult, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER, contentOf, freshContent } from "./index-content.ts";
import { openOnSource } from "./open-on-source.ts";
import { type BytesRead, countBytes } from "./sources/counting-source.ts";

const LONG = process.env["LONG"] !== undefined;
const SESSIONS = LONG ? 5_000 : 300;
const FOLDERS = 7;
const ALPHA = { cwd: "/ws/alpha", workspaces: ["/ws/alpha"] };
const QUERIES = ["everyword", "changedword"];

/** A third of the sessions belong to a workspace of their own. */
const cwdOf = (at: number): string => (at % 3 === 0 ? "/ws/alpha" : "/ws/beta");

/** Makes a session longer than the two ends of it that are looked at before it is trusted. */
const FILLER = "some words of a session ".repeat(500);

function writeSession(path: string, at: number, word: string): number {
  const entries = [user(`${word} mark${at}`), toolResult("c", "bash", `everyword ${at} ${FILLER}`)];
  const text = sessionText({ id: `s${at}`, cwd: cwdOf(at), entries });
  writeFileSync(path, text);
  return Buffer.byteLength(text);
}

it(`${SESSIONS} sessions: a sync reads what has changed, and coverage counts what there is`, { timeout: 600_000 }, () =>
  withTemporaryFolder(async (folder) => {
    const sessions = join(folder, "sessions");
    const pathOf = (at: number): string => join(sessions, `project${at % FOLDERS}`, `${at}.jsonl`);
    for (let at = 0; at < FOLDERS; at++) mkdirSync(join(sessions, `project${at}`), { recursive: true });
    const sizes = Array.from({ length: SESSIONS }, (_, at) => writeSession(pathOf(at), at, "firstword"));
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const read: BytesRead = { bytes: 0 };
    const opened = openOnSource(sessions, (source) => countBytes(source, read));
    const syncs = async (): Promise<number> => {
      const before = read.bytes;
      await opened.history.sync(CALLER);
      return read.bytes - before;
    };

    // Each file once, and the two ends of it that pin what was read.
    expect(await syncs()).toBeLessThan(2 * all);
    const counts = { state: "ready", sessions: { indexed: SESSIONS, known: SESSIONS }, skipped: [] };
    expect((await opened.history.status(CALLER)).coverage).toMatchObject({
      ...counts,
      bytes: { indexed: all, known: all },
    });
    const own = Math.ceil(SESSIONS / 3);
    const ownBytes = sizes.filter((_, at) => at % 3 === 0).reduce((sum, size) => sum + size, 0);
    expect((await opened.history.status(ALPHA)).coverage).toMatchObject({
      state: "ready",
      sessions: { indexed: own, known: own },
      bytes: { indexed: ownBytes, known: ownBytes },
    });
    const { totals } = await opened.history.search({ query: "everyword" }, ALPHA);
    expect(totals.events).toBe(own);

    for (let round = 0; round < 3; round++) expect(await syncs()).toBe(0);

    // A tenth changes, a tenth goes, and some are no sessions any more.
    let changedBytes = 0;
    const later = new Date(Date.UTC(2027, 0, 1));
    for (let at = 0; at < SESSIONS; at += 10) {
      changedBytes += writeSession(pathOf(at), at, "changedword");
      utimesSync(pathOf(at), later, later);
      rmSync(pathOf(at + 1));
    }
    const bad = SESSIONS / 100;
    for (let at = 0; at < bad; at++) writeFileSync(pathOf(10 * at + 2), "no session\n");
    const changed = await syncs();
    expect(changed).toBeGreaterThanOrEqual(changedBytes);
    expect(changed).toBeLessThan(3 * changedBytes);
    const left = SESSIONS - SESSIONS / 10 - bad;
    const { coverage } = await opened.history.status(CALLER);
    expect(coverage).toMatchObject({
      state: "partial",
      sessions: { indexed: left, known: left },
      skipped: [{ reason: "not-a-session", count: bad }],
    });
    expect((await opened.history.search({ query: "changedword" }, CALLER)).totals.events).toBe(SESSIONS / 10);
    expect((await opened.history.search({ query: "firstword" }, CALLER)).totals.events).toBe(left - SESSIONS / 10);
    expect(await syncs()).toBe(0);
    expect(await contentOf(opened, QUERIES)).toEqual(await freshContent(sessions, QUERIES));
    await opened.history.close();
  }),
);
