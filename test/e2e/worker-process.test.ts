import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

/** When a process ends that has a history in a worker. Each runs `worker-scenario.ts`, which ends by itself or is killed. */

const program = fileURLToPath(new URL("./worker-scenario.ts", import.meta.url));
const sessions = fileURLToPath(new URL("../../fixtures/sessions", import.meta.url));

async function run(scenario: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  return withTemporaryFolder(async (folder) => {
    const child = spawn(process.execPath, [program, scenario, sessions, folder], {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 40_000,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { exitCode, stdout, stderr };
  });
}

describe("a process with a history in a worker", () => {
  test.each([
    ["never used", ""],
    ["started", ""],
    ["idle", "indexed 18\n"],
    ["pending", "indexed 18\n"],
    ["closed", "indexed 18\nexited with 0\n"],
  ])("ends by itself, with every answer given: %s", async (scenario, stdout) => {
    expect(await run(scenario)).toEqual({ exitCode: 0, stdout, stderr: "" });
  });
});
