import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { faultsInTables } from "./faults-in-tables.ts";
import { CALLER, contentOf, freshContent } from "./index-content.ts";
import { openOnDisk } from "./open-on-disk.ts";
import { entriesWithWord, generateStore, WORD } from "./processes/generated-store.ts";
import { searchMeanwhile } from "./processes/search-meanwhile.ts";
import { SyncingProcess } from "./processes/syncing-process.ts";

const LONG = process.env["LONG"] !== undefined;
const SESSIONS = LONG ? 2_000 : 300;
const QUERIES = [WORD, "hay 3"];
const figures = { processes: 0, killed: 0, answers: 0, hits: 0, ready: 0 };

describe.each([
  { processes: 2, rounds: LONG ? 3 : 1, killed: 0 },
  { processes: 4, rounds: LONG ? 3 : 1, killed: 0 },
  { processes: 2, rounds: LONG ? 3 : 1, killed: 1 },
  { processes: 4, rounds: LONG ? 2 : 1, killed: 2 },
])("$processes processes on one new index file, $killed of them killed", ({ processes, rounds, killed }) => {
  it("build it together, fail at nothing, and answer a reader all the while", { timeout: 600_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      generateStore(sessions, { count: SESSIONS, entries: 12, words: 30, factor: 150 });
      const entries = entriesWithWord(sessions);
      const fresh = await freshContent(sessions, QUERIES);
      for (let round = 0; round < rounds; round++) {
        const place = { sessions, index: join(folder, `index-${round}.sqlite`), stagedBytes: 262_144 };
        const syncing = Array.from({ length: processes }, () => new SyncingProcess(place));
        figures.processes += processes;
        const ended = Promise.all(syncing.map((one) => one.ended));
        const killing = syncing.slice(0, killed).map(async (one, at) => {
          await one.reported(10 + 40 * at + 60 * round);
          one.kill();
          figures.killed++;
        });
        const reader = await openOnDisk(place);
        await searchMeanwhile(reader, ended, { entries }, figures);
        await ended;
        await Promise.all(killing);
        // Nobody is left who works on it: what was left undone would stay so.
        if (killed > 0) await new SyncingProcess(place).ended;
        expect(faultsInTables(place.index)).toEqual([]);
        expect(await reader.store.undiscovered()).toEqual([]);
        expect(await reader.history.verify({ repair: false }, CALLER)).toMatchObject({ ok: true });
        expect(await contentOf(reader, QUERIES)).toEqual(fresh);
        expect((await reader.history.status(CALLER)).coverage.state).toBe("ready");
        await reader.history.close();
      }
      console.log(`processes: ${JSON.stringify(figures)}`);
    }),
  );
});
