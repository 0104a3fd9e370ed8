import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { type ProcessOptions, runCommand } from "./command-process.ts";
import { DamagedPlace, DRIVER_WORDS, everyone } from "./damaged-place.ts";

const WITHOUT_LIBRARY = `import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) {
  if (name === "better-sqlite3") throw Object.assign(new Error("Cannot find " + name), { code: "ERR_MODULE_NOT_FOUND" });
  return next(name, context); } });`;
const node = ["--import", `data:text/javascript,${encodeURIComponent(WITHOUT_LIBRARY)}`];

async function indexedPlace(): Promise<DamagedPlace> {
  const place = new DamagedPlace();
  sessionFile(place.sessions, { id: "s1", cwd: "/w", entries: [user("needle")] });
  expect((await place.search("needle")).hits).toHaveLength(1);
  return place;
}

function purgeAll(place: DamagedPlace, options: Partial<ProcessOptions> = {}) {
  const env = { HOME: place.folder, ...place.env };
  return runCommand(["purge", "--all"], { cwd: place.folder, env, ...options });
}

describe("purge --all while an index in memory stands in", () => {
  test("deletes the index on the disk without the library that reads it", async () => {
    const place = await indexedPlace();
    const run = await purgeAll(place, { node });
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Deleted the index \([1-9]/) });
    expect(readdirSync(join(place.agent, "pi-event-recall")).filter((name) => name.startsWith("event-index"))).toEqual(
      [],
    );
  });

  test("says that there was nothing to delete", async () => {
    const place = new DamagedPlace();
    const run = await purgeAll(place, { node });
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Nothing was deleted/) });
  });

  test("says that it could not where the folder is read-only, and leaves all of it", async () => {
    const place = await indexedPlace();
    const folder = dirname(place.index);
    const { index } = place;
    const before = readFileSync(index);
    chmodSync(place.folder, 0o755);
    chmodSync(place.sessions, 0o755);
    chmodSync(place.agent, 0o755);
    chmodSync(folder, 0o555);
    const run = await purgeAll(place, { isUnprivileged: true });
    chmodSync(folder, 0o755);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toMatch(/could not be deleted; check the permissions/);
    expect(run.stderr).not.toMatch(DRIVER_WORDS);
    expect(readFileSync(index).equals(before)).toBe(true);
  });

  test("deletes what was given up in use", async () => {
    const place = await indexedPlace();
    const { history, notices } = await place.open();
    const { index } = place;
    while (notices.length === 0) {
      const database = new Database(index);
      database.exec("DROP TABLE event");
      database.close();
      expect((await history.search({ query: "needle" }, everyone)).hits).toHaveLength(1);
    }
    expect(existsSync(index)).toBe(true);
    const purge = await history.purge({ all: true }, everyone);
    expect(purge).toMatchObject({ deleted: true, bytes: { after: 0 } });
    expect(purge.bytes.before).toBeGreaterThan(4_000);
    expect(existsSync(index)).toBe(false);
  });
});
