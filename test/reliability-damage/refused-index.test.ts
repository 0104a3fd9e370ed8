import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { canMount, type ProcessOptions, runCommand } from "./command-process.ts";
import { DamagedPlace, DRIVER_WORDS } from "./damaged-place.ts";

/** Every process gets the place's folders by environment, and what is given here on top. */
function search(place: DamagedPlace, options: Partial<ProcessOptions> = {}, ...more: string[]) {
  const env = { HOME: place.folder, ...place.env, ...options.env };
  return runCommand(["search", "needle", "--all", "--json", ...more], { cwd: place.folder, ...options, env });
}

function createPlace({ sessions = 1, words = 1 } = {}): DamagedPlace {
  const place = new DamagedPlace();
  // The folder of the test is its owner's alone, and some of the processes here are nobody's.
  chmodSync(place.folder, 0o755);
  for (let at = 0; at < sessions; at++) {
    const filler = Array.from({ length: words }, (_, word) => `w${at}x${word}`).join(" ");
    sessionFile(place.sessions, { id: `s${at}`, cwd: "/w", entries: [user(`needle ${filler}`)] });
  }
  return place;
}

async function expectStandIn(place: DamagedPlace, options: Partial<ProcessOptions>, hits = 1): Promise<void> {
  const before = place.sourceHash();
  const run = await search(place, options);
  expect(run.exitCode, run.stderr).toBe(0);
  const answer: EventSearchAnswer = JSON.parse(run.stdout);
  expect(answer.totals.events).toBe(hits);
  expect(answer.coverage).toMatchObject({ state: "ready", sessions: { indexed: hits, known: hits } });
  expect(run.stderr).toMatch(/^Note: [^\n]+ an index in memory stands in, which nothing is kept of\.\n$/);
  expect(run.stderr).not.toMatch(DRIVER_WORDS);
  expect(place.sourceHash()).toBe(before);
}

describe("an index in memory stands in, and says so,", () => {
  test("where a file is in place of the index's folder", async () => {
    const place = createPlace();
    mkdirSync(place.agent);
    writeFileSync(join(place.agent, "pi-event-recall"), "");
    await expectStandIn(place, {});
  });

  test("where the index's folder is read-only, with an index in it or without", async () => {
    const place = createPlace();
    chmodSync(place.sessions, 0o755);
    mkdirSync(join(place.agent, "pi-event-recall"), { recursive: true });
    chmodSync(join(place.agent, "pi-event-recall"), 0o555);
    await expectStandIn(place, { isUnprivileged: true });
    chmodSync(join(place.agent, "pi-event-recall"), 0o755);
    expect((await search(place)).stderr).toBe("");
    chmodSync(place.index, 0o444);
    chmodSync(join(place.agent, "pi-event-recall"), 0o555);
    await expectStandIn(place, { isUnprivileged: true });
  });

  test.each([
    ["0555", 0o555],
    ["0500", 0o500],
  ])("where the index's folder is its own and has the mode %s", async (_name, mode) => {
    const place = createPlace();
    const folder = join(place.agent, "pi-event-recall");
    chmodSync(place.sessions, 0o755);
    expect((await search(place)).stderr).toBe("");
    chmodSync(place.agent, 0o755);
    if (process.getuid?.() === 0) {
      for (const name of readdirSync(folder)) chownSync(join(folder, name), 65534, 65534);
      chownSync(folder, 65534, 65534);
    }
    chmodSync(folder, mode);
    await expectStandIn(place, { isUnprivileged: true });
    chmodSync(folder, 0o700);
    expect((await search(place)).stderr).toBe("");
  });

  test("where the disk with the index is mounted read-only, with an index on it or without", async () => {
    const place = createPlace();
    const folder = join(place.agent, "pi-event-recall");
    mkdirSync(folder, { recursive: true });
    const options: Partial<ProcessOptions> = canMount ? { mount: { folder: place.agent } } : { isUnprivileged: true };
    if (!canMount) chmodSync(folder, 0o555);
    await expectStandIn(place, options);
    chmodSync(folder, 0o755);
    expect((await search(place)).stderr).toBe("");
    if (!canMount) chmodSync(folder, 0o555);
    await expectStandIn(place, options);
  });

  test.each([
    [16, 1],
    [64, 1],
    [400, 6],
  ])("where the disk has %d KiB", async (kibibytes, sessions) => {
    const place = createPlace({ sessions, words: 20_000 });
    mkdirSync(place.agent, { recursive: true });
    const disk = { mount: { folder: place.agent, bytes: kibibytes * 1024 } };
    await expectStandIn(place, canMount ? disk : { fileBlocks: kibibytes * 2 }, sessions);
  });

  test("where there is no home directory, and nothing is written anywhere", async () => {
    const place = createPlace();
    const { PI_CODING_AGENT_SESSION_DIR } = place.env;
    const run = await runCommand(["search", "needle", "--all", "--json"], {
      cwd: place.folder,
      env: { HOME: "", PI_CODING_AGENT_SESSION_DIR: PI_CODING_AGENT_SESSION_DIR ?? "" },
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect((JSON.parse(run.stdout) as EventSearchAnswer).hits).toHaveLength(1);
    expect(run.stderr).toMatch(/^Note: There is no home directory[^\n]+\n$/);
    expect(readdirSync(place.folder)).toEqual(["sessions"]);
  });

  test("where the home directory cannot be written", async () => {
    const place = createPlace();
    chmodSync(place.sessions, 0o755);
    const { PI_CODING_AGENT_SESSION_DIR = "" } = place.env;
    const run = await runCommand(["search", "needle", "--all", "--json"], {
      cwd: place.folder,
      env: { HOME: "/dev/null", PI_CODING_AGENT_SESSION_DIR },
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect((JSON.parse(run.stdout) as EventSearchAnswer).hits).toHaveLength(1);
    expect(run.stderr).toMatch(/^Note: /);
  });

  test("where the disk is full from the beginning", async () => {
    await expectStandIn(createPlace(), { fileBlocks: 8 });
  });

  test("where the disk gets full while the index is built", async () => {
    const place = createPlace({ sessions: 6, words: 40_000 });
    await expectStandIn(place, { fileBlocks: 1_000 }, 6);
    // What the disk had no room for is complete as soon as it has.
    const run = await search(place);
    expect(run.stderr).toBe("");
    expect((JSON.parse(run.stdout) as EventSearchAnswer).totals.events).toBe(6);
  });

  test("where the SQLite library is missing", async () => {
    const hook = `import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) {
      if (name === "better-sqlite3") throw Object.assign(new Error("Cannot find " + name), { code: "ERR_MODULE_NOT_FOUND" });
      return next(name, context); } });`;
    await expectStandIn(createPlace(), { node: ["--import", `data:text/javascript,${encodeURIComponent(hook)}`] });
  });
});

describe("an index that somebody names", () => {
  test("fails with one sentence where it cannot be used, and is never just no match", async () => {
    const place = createPlace();
    writeFileSync(join(place.folder, "file"), "");
    writeFileSync(join(place.folder, "theirs.txt"), "not an index\n".repeat(400));
    for (const index of ["file/index.sqlite", "theirs.txt", "/proc/1/index.sqlite"]) {
      const run = await search(place, {}, "--index", index);
      expect(run, index).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\.\n$/) });
      expect(run.stderr).not.toMatch(DRIVER_WORDS);
    }
    const full = await search(place, { fileBlocks: 8 }, "--index", "full.sqlite");
    expect(full).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\.\n$/) });
    expect(existsSync(join(place.agent, "pi-event-recall", "log.ndjson"))).toBe(true);
  });
});
