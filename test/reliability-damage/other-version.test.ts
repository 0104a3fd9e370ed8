import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { bash, sessionFile, user } from "../support/session-file.ts";
import { runCommand } from "./command-process.ts";
import { DamagedPlace } from "./damaged-place.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function edit(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, "utf8");
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`Nothing to edit in ${file}.`);
  writeFileSync(file, edited);
}

/** The program's next version, as a copy of its sources: its projector reads the output of commands as something else. */
function nextVersion(place: DamagedPlace): string {
  const folder = join(place.folder, "next");
  mkdirSync(folder);
  for (const name of ["src", "package.json"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const projection = join(folder, "src", "domain", "projection");
  edit(join(projection, "projector-version.ts"), /PROJECTOR_RULES = (\d+)/, "PROJECTOR_RULES = 1$1");
  edit(join(projection, "read-bash-execution.ts"), /text: output/, 'text: output.replace("lintok", "lintafter")');
  return join(folder, "src", "entries", "cli.ts");
}

/** The events' keys, and the next one: a second build would take others. */
function keysOf(index: string): unknown {
  const database = new Database(index, { readonly: true });
  try {
    return [
      database.prepare("SELECT key FROM event ORDER BY key").pluck().all(),
      database.prepare("SELECT value FROM meta WHERE name = 'next_event'").pluck().get(),
    ];
  } finally {
    database.close();
  }
}

describe("an index that an older version of the program has built", () => {
  test.each([
    ["a command's output", [bash("make lint", "lintok")]],
    ["it among other entries", [user("before"), bash("make lint", "all is lintok now"), user("after")]],
  ])("is neither written nor trusted, with %s", async (_name, entries) => {
    const place = new DamagedPlace();
    sessionFile(place.sessions, { id: "s1", cwd: "/w", entries });
    const run = async (entry: string | undefined, ...argv: string[]) => {
      const env = { HOME: place.folder, ...place.env };
      const outcome = await runCommand([...argv, "--all", "--json"], {
        cwd: place.folder,
        env,
        ...(entry && { entry }),
      });
      expect(outcome.exitCode, outcome.stderr).toBe(0);
      return JSON.parse(outcome.stdout);
    };
    const found = async (entry: string | undefined, query: string) => (await run(entry, "search", query)).totals.events;
    expect(await found(undefined, "lintok")).toBe(1);
    const older = place.index;
    const before = readFileSync(older);
    const { mtimeMs } = statSync(older);
    const next = nextVersion(place);
    // Without a sync: nothing of the older rows answers.
    const first = await run(next, "search", "lintok", "--no-sync");
    expect(first).toMatchObject({ totals: { events: 0 }, coverage: { state: expect.not.stringMatching("ready") } });
    expect([await found(next, "lintafter"), await found(next, "lintok")]).toEqual([1, 0]);
    expect(place.indexes).toHaveLength(2);
    const newer = place.indexes.find((file) => file !== older) ?? "";
    const built = keysOf(newer);
    expect([await found(next, "lintafter"), keysOf(newer)]).toEqual([1, built]);
    expect(readFileSync(older).equals(before)).toBe(true);
    expect(statSync(older).mtimeMs).toBe(mtimeMs);
    expect(await found(undefined, "lintok")).toBe(1);
    expect(keysOf(newer)).toEqual(built);
  });
});
