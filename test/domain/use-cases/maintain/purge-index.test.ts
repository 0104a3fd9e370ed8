import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { assistant, sessionFile, sessionName, toolCall, user } from "../../../support/session-file.ts";
import { createDamagedWorld, everyone } from "./damaged-world.ts";

/** What one removed session alone holds, by what it is. FTS5 keeps of a term what differs from the one before: these begin alone. */
const SECRETS = {
  word: "qxword7",
  entry: "jxentry7",
  session: "wxsession7",
  tool: "vxtool7",
  name: "kxname7",
  file: "zxfile7",
  argument: "yxargument7",
} as const;

function writeSecrets(sessions: string): string {
  return sessionFile(sessions, {
    id: SECRETS.session,
    name: `${SECRETS.file}.jsonl`,
    entries: [
      user(`the ${SECRETS.word} in the middle`, { id: SECRETS.entry }),
      assistant([toolCall("c1", SECRETS.tool, { path: SECRETS.argument })]),
      sessionName(SECRETS.name),
    ],
  });
}

/** The secrets that the bytes of an index's files hold. */
function secretsIn(index: string): string[] {
  const files = [index, `${index}-wal`].filter((file) => existsSync(file)).map((file) => readFileSync(file));
  return Object.values(SECRETS).filter((secret) => files.some((bytes) => bytes.includes(secret.slice(2))));
}

/** A word in letters that nobody else uses, and the end of one of its trigrams, which FTS5 keeps whole. */
const GOTHIC = "𐍈𐌰𐌲𐌿";
const holdsGothic = (index: string): boolean =>
  [index, `${index}-wal`].some((file) => existsSync(file) && readFileSync(file).includes("𐌰𐌲"));

describe("a purge", () => {
  it("takes every word, id and name of removed sessions out of the files", async () => {
    const world = createDamagedWorld();
    const path = writeSecrets(world.sessions);
    const history = await world.open();
    await history.sync(everyone);
    expect(secretsIn(world.index)).toEqual(Object.values(SECRETS));
    rmSync(path);
    await history.sync(everyone);
    expect(secretsIn(world.index)).not.toEqual([]);
    const purge = await history.purge({}, everyone);
    expect(purge.deleted).toBe(false);
    expect(purge.bytes.after).toBeLessThan(purge.bytes.before);
    expect(secretsIn(world.index)).toEqual([]);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, sound: true });
    expect((await history.search({ query: "retry" }, everyone)).totals.events).toBeGreaterThan(10);
  });

  it("takes out what discovery held of them", async () => {
    const world = createDamagedWorld();
    const path = sessionFile(world.sessions, { id: "s1", entries: [user(GOTHIC)] });
    const history = await world.open();
    await history.sync(everyone, { discovery: true });
    rmSync(path);
    await history.sync(everyone);
    expect(holdsGothic(world.index)).toBe(true);
    await history.purge({}, everyone);
    expect(holdsGothic(world.index)).toBe(false);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, sound: true });
  });

  it("notices by itself that a session is gone, and leaves a whole index behind for those that come again", async () => {
    const world = createDamagedWorld();
    const path = writeSecrets(world.sessions);
    const history = await world.open();
    const other = await world.open();
    await other.sync(everyone);
    await history.sync(everyone);
    rmSync(path);
    await history.purge({}, everyone);
    expect(secretsIn(world.index)).toEqual([]);
    // The other process still remembers what the codes of forgotten tools meant.
    writeSecrets(world.sessions);
    await other.sync(everyone);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true });
    const { hits } = await history.search({ query: SECRETS.argument, toolNames: [SECRETS.tool] }, everyone);
    expect(hits).toHaveLength(1);
  });

  it("with all deletes the index, its companions and those of other versions, and nothing else", async () => {
    const world = createDamagedWorld();
    const history = await world.open();
    await history.sync(everyone);
    const folder = dirname(world.index);
    const older = join(folder, "event-index-s0-p0.sqlite");
    const foreign = join(folder, "notes.sqlite");
    for (const file of [older, `${older}-wal`, foreign]) writeFileSync(file, "x");
    expect(await history.purge({ all: true }, everyone)).toMatchObject({ deleted: true, bytes: { after: 0 } });
    for (const file of [world.index, `${world.index}-wal`, `${world.index}-shm`, older, `${older}-wal`]) {
      expect(existsSync(file), file).toBe(false);
    }
    expect(existsSync(foreign)).toBe(true);
    await expect(history.search({ query: "retry" }, everyone)).rejects.toMatchObject({ code: "IndexUnavailable" });
    expect((await (await world.open()).sync(everyone)).sessions.indexed).toBeGreaterThan(10);
  });
});
