import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGitInventory } from "../../src/adapters/git/repository-inventory/git-inventory.ts";
import { createHistory } from "../../src/domain/use-cases/create-history.ts";
import type { BenchRow } from "../bench-row.ts";
import { measure, median } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";

const TRACKED = 10_000;
const SESSIONS = 200;
const MESSAGES = 60;
/** Sessions of `/tmp` are no part of a preparation, and that is where this repository may lie: its sessions call it by this name. */
const ALIAS = "/world";

/**
 * A preparation in a repository of 10,000 tracked files, 200 of them package manifests, with 200 sessions: sync, inventory and corpus. By the
 * clock, since git works beside this process. Bare: the same four git commands, one after the other.
 */
export async function preparation(scratch: string, rounds: number): Promise<BenchRow> {
  const folder = join(scratch, "preparation");
  rmSync(folder, { recursive: true, force: true });
  const [repo, sessions] = [join(folder, "repo"), join(folder, "sessions")];
  for (const path of [repo, sessions]) mkdirSync(path, { recursive: true });
  const manifests = trackFiles(repo);
  for (let number = 0; number < SESSIONS; number++) writeSession(sessions, number);
  const index = openIndexFile(join(folder, "index.sqlite"));
  const parts = openParts(index, sessions);
  const history = createHistory({
    ...parts,
    inventory: createGitInventory(),
    workspaces: { ...parts.workspaces, resolve: async (path) => path.replace(ALIAS, repo) },
  });
  const caller = { cwd: repo, workspaces: [repo] };
  const [ours, bare, own]: [number[], number[], number[]] = [[], [], []];
  let characters = 0;
  for (let round = -1; round < rounds; round++) {
    const commands = await measure(() => bareGit(repo, manifests));
    const prepared = await measure(() => history.recallPrepare({ scope: "repository" }, caller));
    if (prepared.result.sessions.length !== 10 || !prepared.result.inventory.available) throw new Error("No corpus.");
    characters = JSON.stringify(prepared.result).length;
    if (round < 0) continue;
    ours.push(prepared.cost.wall);
    own.push(prepared.cost.cpu);
    bare.push(commands.cost.wall);
  }
  await history.close();
  rmSync(folder, { recursive: true, force: true });
  const [oursMs, bareMs] = [median(ours), median(bare)];
  return {
    what: "preparation",
    measured: oursMs,
    unit: "ms by the clock, 10,000 tracked files",
    facts: { bareGitMs: bareMs, timesBareGit: oursMs / bareMs, ownProcessorMs: median(own), characters },
  };
}

/** Puts files into the index alone, and returns the ids of the manifests. */
function trackFiles(repo: string): readonly string[] {
  git(repo, ["init", "-q"]);
  const scripts = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`task-${at}`, `node tasks/${at}.js`]));
  const id = git(repo, ["hash-object", "-w", "--stdin"], JSON.stringify({ name: "package", scripts })).trim();
  const entries = Array.from({ length: TRACKED }, (_, at) => {
    const path = at % 50 === 0 ? `packages/p${at}/package.json` : `packages/p${at - (at % 50)}/src/module-${at}.ts`;
    return `${at % 25 === 1 ? "100755" : "100644"} ${id} 0\t${path}\0`;
  });
  git(repo, ["update-index", "-z", "--index-info"], entries.join(""));
  return Array.from({ length: TRACKED / 50 }, () => id);
}

function bareGit(repo: string, ids: readonly string[]): void {
  git(repo, ["rev-parse", "--show-toplevel"]);
  git(repo, ["ls-files", "--stage", "--full-name", "-z"]);
  for (const mode of ["--batch-check", "--batch"]) git(repo, ["cat-file", mode], `${ids.join("\n")}\n`);
}

function git(folder: string, words: readonly string[], input = ""): string {
  return execFileSync("git", words, { cwd: folder, input, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
}

function writeSession(folder: string, number: number): void {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const lines = [
    { type: "session", version: 3, id: `session-${number}`, timestamp, cwd: `${ALIAS}/packages` },
    ...Array.from({ length: MESSAGES }, (_, at) => {
      const text = `Message ${at} of session ${number} says what is to be done. `.repeat(at % 40);
      const message = { role: at % 2 === 0 ? "user" : "assistant", content: [{ type: "text", text }] };
      return { type: "message", id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}`, timestamp, message };
    }),
  ];
  writeFileSync(join(folder, `${number}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
