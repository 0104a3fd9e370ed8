import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventRead } from "../../src/domain/model/event-read.ts";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import type { SessionLineage } from "../../src/domain/model/lineage.ts";
import type { IndexStatus, SessionListing } from "../../src/domain/model/session-listing.ts";
import type { EventTrace } from "../../src/domain/model/trace.ts";

/** The command line as a process of its own, on the fixtures. */

const entry = fileURLToPath(new URL("../../src/entries/cli.ts", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/sessions", import.meta.url));
const MIGRATION = "019cd704-87d6-7f4c-85bf-2c8e968015aa";
const PRIVATE = "019e0911-76c0-792b-8ca3-83a3585d0f17";

let folder = "";
let sessions = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recall-e2e-"));
  sessions = join(folder, "sessions");
  cpSync(fixtures, sessions, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line with an agent directory of this test and no settings of the user's. `readsOutput: false`: the reader leaves at once. */
async function recall(
  argv: readonly string[],
  { readsOutput = true, env = {} }: { readsOutput?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [entry, ...argv], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, PI_CODING_AGENT_DIR: join(folder, "agent"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  if (!readsOutput) child.stdout.destroy();
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}

/** The answer to a command line over the fixtures, as `--json` prints it. */
async function ask<Answer>(...argv: readonly string[]): Promise<Answer> {
  const { exitCode, stdout, stderr } = await recall([...argv, "--sessions", sessions, "--json"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  const answer: Answer = JSON.parse(stdout);
  return answer;
}

function hashes(): Record<string, string> {
  const files = globSync("**/*.jsonl", { cwd: sessions }).toSorted();
  expect(files.length).toBeGreaterThan(10);
  return Object.fromEntries(
    files.map((file) => {
      const path = join(sessions, file);
      return [file, `${createHash("sha256").update(readFileSync(path)).digest("hex")} ${statSync(path).mtimeMs}`];
    }),
  );
}

describe("on the fixtures", () => {
  test("index, search, read a window, trace, lineage, sessions, status; the sessions stay as they are", async () => {
    const before = hashes();
    const indexed = await recall(["index", "--all", "--sessions", sessions]);
    expect(indexed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(indexed.stdout).toMatch(/^Indexed \d+ sessions \(\d+ events, \d+ KB\), (ready|partial)\.\n/);

    const found = await ask<EventSearchAnswer>(
      "search",
      '"retry budget exceeded"',
      "attempts",
      "--tool",
      "logs",
      "--all",
    );
    const [hit] = found.hits;
    expect(hit).toMatchObject({ semanticKind: "tool.result", toolName: "logs", matchingFragmentId: "0:tool.result" });
    expect(hit?.snippet).toContain("retry budget exceeded");

    const { sessionId = "", entryId = "", matchOffset = 0 } = hit ?? {};
    const window = ["--fragment", "0:tool.result", "--offset", String(matchOffset)];
    const read = await ask<EventRead>("read", sessionId, entryId, ...window, "--before", "1", "--after", "1", "--all");
    expect(read.fragments[0]?.preview.shownRanges).toEqual([{ start: matchOffset, end: matchOffset + 4000 }]);
    expect(read.fragments[0]?.preview.text.slice(0, 300)).toMatch(/retry budget exceeded|attempts/);
    expect([read.before.length, read.after.length]).toEqual([1, 1]);

    const plan = await ask<EventSearchAnswer>(
      "search",
      "option trigger",
      "--session",
      MIGRATION,
      "--kind",
      "assistant.text",
      "--all",
    );
    const trace = await ask<EventTrace>("trace", MIGRATION, plan.hits[0]?.entryId ?? "", "--depth", "2", "--all");
    expect(trace.branchSiblings.map((edge) => edge.node.branchState)).toEqual(["alternate", "alternate"]);
    expect(trace.parent?.node.entryId).toBe("bb564e07");

    const lineage = await ask<SessionLineage>("lineage", MIGRATION, "--all");
    expect(lineage.sessions[0]?.sessionId).toBe(MIGRATION);
    expect(lineage.sessions.length).toBeGreaterThan(3);

    const listing = await ask<SessionListing>("sessions", "--all");
    expect(listing.sessions.map((session) => session.sessionId)).toContain(PRIVATE);
    const status = await ask<IndexStatus>("status", "--all");
    expect(status).toMatchObject({ engine: "fts5", workspaces: [] });
    expect(status.coverage.sessions.known).toBe(listing.sessions.length);
    expect(hashes()).toEqual(before);
  });

  test("both engines print the same hits", async () => {
    const query = ["search", "retry", "budget", "--limit", "50", "--all"];
    const [file, memory] = await Promise.all([
      ask<EventSearchAnswer>(...query, "--index", "memory"),
      ask<EventSearchAnswer>(...query, "--engine", "memory"),
    ]);
    expect(file.hits.length).toBeGreaterThan(10);
    expect(memory.hits).toEqual(file.hits);
    expect(memory.totals).toEqual(file.totals);
  });

  test("no match explains itself and exits with 0", async () => {
    const none = await ask<EventSearchAnswer>("search", "retry", "xylophone", "--all");
    expect(none.hits).toEqual([]);
    expect(none.noMatch?.clauses.map((clause) => clause.events > 0)).toEqual([true, false]);
    const text = await recall(["search", "retry", "xylophone", "--all", "--sessions", sessions]);
    expect(text).toMatchObject({ exitCode: 0, stderr: "" });
    expect(text.stdout).toMatch(/“xylophone” alone matches no events\./);
  });

  test("a workspace hides what lies outside, and missing and forbidden look alike", async () => {
    const scope = ["--workspace", "/home/ada/payments"];
    const listing = await ask<SessionListing>("sessions", ...scope);
    expect(listing.sessions.map((session) => session.sessionId)).not.toContain(PRIVATE);
    const secret = await ask<SessionListing>("sessions", "--workspace", "/home/ada/notes");
    expect(secret.sessions.map((session) => session.sessionId)).toContain(PRIVATE);
    const ids = [PRIVATE, "no-such-session", ""];
    const lineages = await Promise.all(
      ids.slice(0, 2).map((id) => recall(["lineage", id, ...scope, "--sessions", sessions])),
    );
    const missing = { exitCode: 1, stdout: "", stderr: "Not found in this workspace.\n" };
    expect(lineages).toEqual([missing, missing]);
  });

  test("--no-sync answers from the index as it is, and says what that is", async () => {
    const index = ["--index", join(folder, "fresh.sqlite"), "--sessions", sessions, "--all"];
    const first = await recall(["search", "retry", "--no-sync", ...index]);
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    expect(first.stdout).toBe(
      "No event matches retry\nNothing is indexed yet: pi-event-recall index reads the session files.\n",
    );
    const synced = await recall(["search", "retry", ...index]);
    expect(synced.stdout).toMatch(/events found/);
    const afterwards = await recall(["search", "retry", "--no-sync", ...index]);
    expect(afterwards.stdout).toMatch(/events found/);
  });
});

describe("the session folders of Pi", () => {
  test("are found through PI_CODING_AGENT_SESSION_DIR, and the index lies in the agent directory", async () => {
    const env = { PI_CODING_AGENT_DIR: join(folder, "other-agent"), PI_CODING_AGENT_SESSION_DIR: sessions };
    const run = await recall(["sessions", "--all", "--json"], { env });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const listing: SessionListing = JSON.parse(run.stdout);
    expect(listing.sessions.length).toBeGreaterThan(10);
    expect(globSync("**/*.sqlite", { cwd: join(folder, "other-agent") })).toHaveLength(1);
  });
});

describe("a process", () => {
  test("ends quietly when its reader goes away", async () => {
    const { exitCode, stderr } = await recall(["search", "retry", "--all", "--limit", "50", "--sessions", sessions], {
      readsOutput: false,
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  test("says one sentence on bad input and opens nothing", async () => {
    const env = { PI_CODING_AGENT_DIR: join(folder, "untouched") };
    const run = await recall(["search", "retry", "--limit", "99"], { env });
    expect(run).toEqual({ exitCode: 2, stdout: "", stderr: "--limit takes a whole number from 1 to 50, not '99'.\n" });
    expect(statSync(env.PI_CODING_AGENT_DIR, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("says one sentence when the index cannot be written", async () => {
    const run = await recall(["search", "retry", "--sessions", sessions, "--index", join(entry, "impossible.sqlite")]);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toMatch(/^[^\n]+\.\n$/);
    expect(run.stderr).not.toMatch(/ENOTDIR|SQLITE|impossible|\bat /);
  });
});
