import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../src/entries/cli.ts", import.meta.url));

export interface ProcessOutcome {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of Node.js itself. */
  readonly node?: readonly string[];
  /** Most bytes that the process may write to one file, in units of 512: a disk that is full for large files. */
  readonly fileBlocks?: number;
  /** True gives up the rights of root where the test has them, so that permissions hold. */
  readonly isUnprivileged?: boolean;
}

/** The command line as a process of its own. */
export function runCommand(argv: readonly string[], options: ProcessOptions): Promise<ProcessOutcome> {
  const { cwd, env = {}, node = [], fileBlocks, isUnprivileged = false } = options;
  const dropRights =
    isUnprivileged && process.getuid?.() === 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "";
  const limit = fileBlocks === undefined ? "" : `trap '' XFSZ; ulimit -f ${fileBlocks};`;
  const child = spawn(
    "sh",
    ["-c", `${limit} exec ${dropRights} "$@"`, "sh", process.execPath, ...node, entry, ...argv],
    {
      cwd,
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve) => {
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
}
