import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { DamagedPlace, DRIVER_WORDS, everyone } from "./damaged-place.ts";

const child = fileURLToPath(new URL("./answering-process.ts", import.meta.url));

interface Answer {
  readonly hits?: readonly string[];
  readonly state?: string;
  readonly failure?: { readonly code: string; readonly message: string };
  readonly crash?: string;
  readonly notices: readonly string[];
}

/** Another process with the index open. */
class AnsweringProcess {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(place: DamagedPlace) {
    const stdio = ["pipe", "pipe", "inherit"] as const;
    const node = spawn(process.execPath, [child, place.sessions, place.agent], { stdio: [...stdio] });
    onTestFinished(() => void node.kill());
    this.#child = node;
    this.#answers = createInterface({ input: node.stdout })[Symbol.asyncIterator]();
  }

  ask(query: string): Promise<Answer> {
    const answer = this.#last.then(async () => {
      this.#child.stdin?.write(`${query}\n`);
      const { value, done } = await this.#answers.next();
      return done ? { crash: "it has ended", notices: [] } : (JSON.parse(value) as Answer);
    });
    this.#last = answer;
    return answer;
  }

  /** Files that it has open and that are gone from the disk; empty where the system does not tell. */
  get deletedFiles(): string[] {
    const folder = `/proc/${this.#child.pid}/fd`;
    if (!existsSync(folder)) return [];
    const open = readdirSync(folder).map((name) => {
      try {
        return readlinkSync(join(folder, name));
      } catch {
        return "";
      }
    });
    return open.filter((path) => path.includes("event-index-") && path.endsWith("(deleted)"));
  }

  async end(): Promise<number | null> {
    this.#child.stdin?.end();
    const [exitCode] = (await once(this.#child, "close")) as [number | null];
    return exitCode;
  }
}

function change(file: string, statement: string): void {
  const database = new Database(file).unsafeMode();
  database.exec(statement);
  database.close();
}

function removeFiles(file: string): void {
  for (const companion of ["-wal", "-shm", ""]) rmSync(`${file}${companion}`, { force: true });
}

async function createPlace(): Promise<DamagedPlace> {
  const place = new DamagedPlace();
  sessionFile(place.sessions, { id: "s1", entries: [user("healword"), user("other words")] });
  expect((await place.search("healword")).hits).toHaveLength(1);
  copyFileSync(place.index, join(place.folder, "earlier"));
  return place;
}

const damages: readonly (readonly [string, (place: DamagedPlace) => void])[] = [
  ["a table is gone", ({ index }) => change(index, "DROP TABLE event")],
  ["the postings are gone", ({ index }) => change(index, "DELETE FROM fts_data")],
  ["it is overwritten by a text", ({ index }) => writeFileSync(index, "no database at all\n".repeat(2_000))],
  ["its pages are zeroed", ({ index }) => writeFileSync(index, Buffer.alloc(100_000))],
  ["it is cut to 100 bytes", ({ index }) => truncateSync(index, 100)],
  ["it is deleted with its log", ({ index }) => removeFiles(index)],
  [
    "an earlier copy is put in its place",
    ({ index, folder }) => {
      removeFiles(index);
      renameSync(join(folder, "earlier"), index);
    },
  ],
];

describe("an index that another living process has open", () => {
  test.each(damages)("%s: that process never answers wrongly, and goes on with the new one", async (_name, damage) => {
    const place = await createPlace();
    const other = new AnsweringProcess(place);
    const answers: Answer[] = [await other.ask("healword")];
    expect(answers[0]).toEqual({ hits: ["s1 e1"], state: "ready", notices: [] });
    const search = { isDone: false };
    const searching = (async () => {
      while (!search.isDone) answers.push(await other.ask("healword"));
    })();
    damage(place);
    const { history } = await place.open();
    await history.sync(everyone);
    expect((await history.search({ query: "healword" }, everyone)).hits).toHaveLength(1);
    sessionFile(place.sessions, { id: "s2", entries: [user("freshword")] });
    await history.sync(everyone);
    search.isDone = true;
    await searching;
    // It has not looked at the session files since: only the index that both share can tell it.
    expect(await other.ask("freshword")).toEqual({ hits: ["s2 e1"], state: "ready", notices: [] });
    for (const { hits, state, failure, crash } of answers) {
      expect(crash).toBeUndefined();
      if (failure) {
        expect(failure.code).toBe("IndexUnavailable");
        expect(failure.message).not.toMatch(DRIVER_WORDS);
      } else if (hits?.length === 0) expect(state).not.toBe("ready");
      else expect(hits).toEqual(["s1 e1"]);
    }
    expect(other.deletedFiles).toEqual([]);
    expect(place.indexes).toHaveLength(1);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true });
    expect(await other.end()).toBe(0);
    // Whoever came last has left the other's work alone.
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, files: { checked: 2 } });
    expect((await place.search("freshword", { syncs: false })).hits).toHaveLength(1);
  });

  test("a purge of everything by one process is no end for the other", async () => {
    const place = await createPlace();
    const other = new AnsweringProcess(place);
    await other.ask("healword");
    const { history } = await place.open();
    expect(await history.purge({ all: true }, everyone)).toMatchObject({ deleted: true });
    expect(place.indexes).toEqual([]);
    expect(await other.ask("healword")).toEqual({ hits: ["s1 e1"], state: "ready", notices: [] });
    expect(other.deletedFiles).toEqual([]);
    expect(place.indexes).toHaveLength(1);
    expect(await other.end()).toBe(0);
  });
});
