import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { notFound } from "../../../src/domain/model/errors.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";
import { commandLine } from "./command-line.ts";
import { RecordingHistory } from "./recording-history.ts";
import { SESSION } from "./sample-answers.ts";

const PATH = "/home/ada/.pi/agent/sessions/a/s1.jsonl";

describe("open", () => {
  test("prints the command alone on the first line, and where it runs", async () => {
    const { stdout, stderr, exitCode, history } = await commandLine(["open", SESSION]);
    expect({ stdout, stderr, exitCode }).toEqual({
      exitCode: 0,
      stderr: "",
      stdout: `pi --session ${PATH}\n\nIt runs in /home/ada/shop, as the session did.\n`,
    });
    expect(history.calls.map(({ method }) => method)).toEqual(["sync", "open", "close"]);
    expect(history.calls[1]).toEqual({
      method: "open",
      request: { sessionId: SESSION },
      caller: { cwd: "/home/ada/shop" },
    });
  });

  test("says how to go to an event, which Pi has no option for", async () => {
    const { stdout, history } = await commandLine(["open", SESSION, "e1"]);
    expect(history.calls[1]?.request).toEqual({ sessionId: SESSION, entryId: "e1" });
    expect(stdout).toBe(
      `pi --session ${PATH}

It runs in /home/ada/shop, as the session did.
Pi opens a session at its end. To go to the event (message, 2026-05-03 10:00 UTC), call /tree there
and type some of its first words:
  Where we began
`,
    );
  });

  test("quotes a path for the shell, and escapes what a terminal would obey", async () => {
    const history = new RecordingHistory();
    history.sessionPath = "/home/ada's/\u001b[2J/x y.jsonl";
    const { stdout } = await commandLine(["open", SESSION], { history });
    expect(stdout.split("\n")[0]).toBe("pi --session $'/home/ada\\'s/\\x1b[2J/x y.jsonl'");
    history.sessionPath = `/${"long/".repeat(100)}s.jsonl`;
    expect((await commandLine(["open", SESSION], { history })).stdout.split("\n")[0]).toBe(
      `pi --session ${history.sessionPath}`,
    );
  });

  test("with --json gives the words of the command", async () => {
    const { stdout } = await commandLine(["open", SESSION, "e1", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      sessionId: SESSION,
      path: PATH,
      cwd: "/home/ada/shop",
      entry: {
        entryId: "e1",
        entryType: "message",
        timestamp: "2026-05-03T10:00:00Z",
        preview: "Where we began",
      },
      command: ["pi", "--session", PATH],
    });
  });

  test("fails as a read does", async () => {
    const history = new RecordingHistory();
    history.failure = notFound();
    expect(await commandLine(["open", "x", "--no-sync"], { history })).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: "Not found in this workspace.\n",
    });
  });
});

/** A folder with a program `pi` that writes its arguments down and ends as it is told. */
function withPi(end: string, act: (path: string, told: () => string) => Promise<void>): Promise<void> {
  return withTemporaryFolder(async (folder) => {
    const told = join(folder, "told");
    mkdirSync(join(folder, "bin"));
    const program = join(folder, "bin", "pi");
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}'\n${end}\n`);
    chmodSync(program, 0o755);
    await act(join(folder, "bin"), () => (existsSync(told) ? readFileSync(told, "utf8") : ""));
  });
}

describe("open --run", () => {
  test.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -TERM $$", 143],
  ])("runs Pi from the PATH, with the index closed, and passes on how it ends: %s", async (end, exitCode) => {
    await withPi(end, async (path, told) => {
      const history = new RecordingHistory();
      history.sessionPath = "/s/it's one file; rm -rf.jsonl";
      const env = { PATH: `${path}:/usr/bin:/bin` };
      const run = await commandLine(["open", SESSION, "--run"], { history, env });
      expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode, stderr: "" });
      expect(told()).toBe(`--session\n${history.sessionPath}\n`);
      expect(history.calls.at(-1)?.method).toBe("close");
    });
  });

  test("says so where there is no Pi", async () => {
    const run = await commandLine(["open", SESSION, "--run"], { env: { PATH: "/nowhere" } });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toBe("There is no pi to run on the PATH: install it, or leave out --run.\n");
  });

  test("runs nothing for an unknown session, nor beside --json", async () => {
    await withPi("exit 0", async (path, told) => {
      const env = { PATH: `${path}:/usr/bin:/bin` };
      const history = new RecordingHistory();
      expect((await commandLine(["open", SESSION, "--run", "--json"], { env, history })).exitCode).toBe(2);
      history.failure = notFound();
      expect((await commandLine(["open", SESSION, "--run"], { env, history })).exitCode).toBe(1);
      expect(told()).toBe("");
    });
  });
});
