import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

const SCRIPT = fileURLToPath(new URL("./processes/open-often.ts", import.meta.url));
const PROCESSES = 4;
const FILES = process.env["LONG"] === undefined ? 60 : 1_000;

describe("an index file that several processes open for the first time at one moment", () => {
  it("is created once, opens for all of them, and keeps what each has written", { timeout: 200_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const order = JSON.stringify({ folder, count: FILES, startAt: Date.now() + 1_500 });
      const runs = Array.from({ length: PROCESSES }, () => promisify(execFile)(process.execPath, [SCRIPT, order]));
      for (const { stdout } of await Promise.all(runs)) expect(JSON.parse(stdout)).toEqual([]);
      for (let number = 0; number < FILES; number++) {
        const { store } = openBetterSqlite3Index({ file: join(folder, `index-${number}.sqlite`), version: "race" });
        expect(await store.walks(), `index ${number}`).toHaveLength(PROCESSES);
        await store.close();
      }
      console.log(`creation race: ${JSON.stringify({ processes: PROCESSES, files: FILES })}`);
    }),
  );
});
