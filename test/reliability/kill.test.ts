import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { faultsInTables } from "./faults-in-tables.ts";
import { CALLER, contentOf, freshContent } from "./index-content.ts";
import { openOnDisk } from "./open-on-disk.ts";
import { changeStore, entriesWithWord, generateStore, WORD } from "./processes/generated-store.ts";
import { searchMeanwhile } from "./processes/search-meanwhile.ts";
import { SyncingProcess } from "./processes/syncing-process.ts";
import { SeededRandom } from "../../src/contract/seeded-random.ts";

const LONG = process.env["LONG"] !== undefined;
const KILLS = LONG ? 220 : 12;
/** Rounds on one index file, the first of which builds it. */
const ROUNDS_PER_INDEX = 4;
const QUERIES = [WORD, "hay 3"];

describe("a process that is killed while it indexes", () => {
  it("leaves an index that the next sync completes to what a fresh build gives", { timeout: 900_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const seeded = new SeededRandom(inject("fastCheckSeed"));
      const random = (): number => seeded.next();
      const sessions = join(folder, "sessions");
      generateStore(sessions, { count: 24, entries: 16, words: 40, factor: 60 });
      const figures = { kills: 0, finished: 0, indexes: 0, answers: 0, hits: 0, ready: 0 };
      let span = 400;
      for (let round = 0; figures.kills < KILLS; round++) {
        const before = entriesWithWord(sessions);
        if (round > 0) changeStore(sessions, round);
        const isNew = round % ROUNDS_PER_INDEX === 0;
        if (isNew) figures.indexes++;
        // Files of 64 KiB and more are rebuilt beside their rows: a kill meets hidden generations too.
        const place = { sessions, index: join(folder, `index-${figures.indexes}.sqlite`), stagedBytes: 65_536 };
        const syncing = new SyncingProcess(place);
        const started = performance.now();
        // One in five dies before or while it opens the index, the others at any moment of their work.
        if (random() > 0.2) await syncing.opened;
        const opened = performance.now();
        const killing = wait(random() * (random() > 0.2 ? span : opened - started + 50)).then(() => syncing.kill());
        const searcher = await openOnDisk(place);
        const entries = entriesWithWord(sessions);
        await searchMeanwhile(searcher, syncing.ended, { entries, ...(isNew ? {} : { before }) }, figures);
        const ended = await syncing.ended;
        await killing;
        if (ended === "killed") figures.kills++;
        else {
          figures.finished++;
          span = Math.max(50, span * 0.8);
        }
        if (ended === "killed") span = Math.min(4_000, span * 1.05);

        await searcher.history.sync(CALLER, { discovery: true });
        expect(await contentOf(searcher, QUERIES)).toEqual(await freshContent(sessions, QUERIES));
        expect(faultsInTables(place.index)).toEqual([]);
        expect(await searcher.store.sweep(1), "nothing is left to be swept").toBe(false);
        expect(await searcher.store.undiscovered()).toEqual([]);
        expect(await searcher.history.verify({ repair: false }, CALLER)).toMatchObject({ ok: true });
        expect((await searcher.history.status(CALLER)).coverage.state).toBe("ready");
        await searcher.history.close();
        if (round % 20 === 19) console.log(`kill: ${JSON.stringify(figures)}`);
      }
      console.log(`kill: ${JSON.stringify(figures)}`);
      expect(figures.hits).toBeGreaterThan(0);
    }),
  );
});
