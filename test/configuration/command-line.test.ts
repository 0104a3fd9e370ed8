import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { type Machine, onMachine } from "./configured-history.ts";

const program = fileURLToPath(new URL("../../src/entries/cli.ts", import.meta.url));

interface Outcome {
  readonly exitCode: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a person does who has this machine. */
function run(machine: Machine, line: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const surroundings = {
      PATH: process.env["PATH"] ?? "",
      HOME: machine.folder,
      PI_CODING_AGENT_DIR: machine.agentDir,
    };
    const options = { cwd: machine.folder, env: { ...surroundings, ...env } };
    execFile(process.execPath, [program, ...line.split(" ")], options, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

test("settings reach every command, and an option stands before them", async () => {
  await onMachine(async (machine) => {
    sessionFile(machine.sessions, { id: "s1", cwd: "/work/a", entries: [user("harbourword")] });
    sessionFile(machine.sessions, { id: "s2", cwd: "/work/b", entries: [user("harbourword")] });
    machine.configure({ exclude: ["s2"], workspaces: ["/work"], engine: "memory" });
    const { stdout } = await run(machine, "sessions --json");
    expect(JSON.parse(stdout).sessions.map((session: { sessionId: string }) => session.sessionId)).toEqual(["s1"]);
    const opened = await run(machine, "open s1");
    expect(opened.stdout.split("\n")[0]).toBe(`pi --session ${join(machine.sessions, "s1.jsonl")}`);
    expect(await run(machine, "open s2")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "Not found in this workspace.\n",
    });
    const status = JSON.parse((await run(machine, "status --engine fts5 --json")).stdout);
    expect(status.index).toContain(machine.agentDir);
    expect(status.settings).toContainEqual({ name: "engine", value: "fts5", source: "command line" });
  });
});

test.each([
  ['{"exclude": "s2"}', /^`exclude` in event-recall\.json must be a list of session ids, and absolute paths/],
  ["{exclude}", /^event-recall\.json .* line 1, column 2\./],
])("a mistake is one sentence and exit code 2: %s", async (file, sentence) => {
  await onMachine(async (machine) => {
    machine.configure(file);
    for (const line of ["search x", "open s1 --run", "status"]) {
      const { exitCode, stdout, stderr } = await run(machine, line);
      expect({ exitCode, stdout }, line).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr, line).toMatch(sentence);
      expect(stderr.trimEnd().split("\n"), line).toHaveLength(1);
    }
  });
});
