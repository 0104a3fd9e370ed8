import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import type { IndexVerification } from "../../src/domain/model/index-verification.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { runCommand } from "../reliability-damage/command-process.ts";

const entry = fileURLToPath(new URL("../../src/entries/cli.ts", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/sessions", import.meta.url));
let folder = "";
let env: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recall-upkeep-"));
  cpSync(fixtures, join(folder, "sessions"), { recursive: true });
  env = {
    HOME: folder,
    PI_CODING_AGENT_DIR: join(folder, "agent"),
    PI_CODING_AGENT_SESSION_DIR: join(folder, "sessions"),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recall = (...argv: string[]) => runCommand(argv, { cwd: folder, env });
const count = async (query: string) => {
  const { stdout } = await recall("search", query, "--all", "--json", "--no-sync");
  return (JSON.parse(stdout) as EventSearchAnswer).totals.events;
};

/** Resolves as soon as the process has said so many lines. */
function lines(child: ChildProcess, wanted: number): Promise<string[]> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      const said = text.split("\n").slice(0, -1);
      if (said.length >= wanted) resolve(said);
    });
    child.once("close", () => reject(new Error(`It ended after: ${text}`)));
  });
}

test.each(["SIGINT", "SIGTERM"] as const)("index --watch takes what comes, and ends with 0 on %s", async (signal) => {
  const path = sessionFile(join(folder, "sessions"), { id: signal, entries: [user(`first${signal}`)] });
  const child = spawn(process.execPath, [entry, "index", "--watch", "--all", "--json"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
  });
  const ended = new Promise<unknown>((resolve) => child.once("close", (code, killed) => resolve({ code, killed })));
  await lines(child, 1);
  expect(await count(`first${signal}`)).toBe(1);
  const more = lines(child, 1);
  const appended = { type: "message", id: "more", parentId: "e1", timestamp: "2026-01-02T00:00:00Z" };
  appendFileSync(path, `${JSON.stringify({ ...appended, message: { role: "user", content: `second${signal}` } })}\n`);
  const [line = ""] = await more;
  expect(JSON.parse(line)).toMatchObject({ coverage: { sessions: { indexed: expect.any(Number) } } });
  expect(await count(`second${signal}`)).toBe(1);
  child.kill(signal);
  expect(await ended).toEqual({ code: 0, killed: null });
  // The last connection of a database that is closed takes the log with it.
  expect(globSync("agent/**/*-wal", { cwd: folder })).toEqual([]);
});

test("doctor agrees with a fresh index, purge keeps it whole, and purge --all leaves nothing", async () => {
  const path = sessionFile(join(folder, "sessions"), { id: "leaving", entries: [user("qxleavingword")] });
  const doctor = await recall("doctor", "--json");
  expect(doctor).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.parse(doctor.stdout) as IndexVerification).toMatchObject({
    ok: true,
    repaired: false,
    files: { pending: 0 },
  });
  rmSync(path);
  const purge = await recall("purge");
  expect(purge).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringMatching(/^Purged the index: /) });
  const [index = ""] = globSync("agent/**/*.sqlite", { cwd: folder }).map((name) => join(folder, name));
  expect(readFileSync(index).includes("leavingword")).toBe(false);
  expect((await recall("doctor", "--check")).exitCode).toBe(0);
  expect((await recall("purge", "--all")).stdout).toMatch(/^Deleted the index/);
  expect(existsSync(index)).toBe(false);
  expect((await recall("search", "retry", "--all")).stdout).toMatch(/events found/);
});
