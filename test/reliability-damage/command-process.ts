import { spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const ownEntry = fileURLToPath(new URL("../../src/entries/cli.ts", import.meta.url));

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
  /** The command line's entry file. Default: this one's. */
  readonly entry?: string;
  /** A file system that only this process sees, where the machine allows it. */
  readonly mount?: Mount;
}

/** `bytes`: an empty disk of that size in place of the folder. Absent: the folder itself, read-only. */
export interface Mount {
  readonly folder: string;
  readonly bytes?: number;
}

/** True where a process may have file systems of its own: as root, or where the system lets everybody. */
export const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;

/** The beginning of a command line that runs the rest of it there. */
function within(mount: Mount | undefined): string {
  if (mount === undefined) return "exec";
  const { folder, bytes } = mount;
  const make =
    bytes === undefined
      ? 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
      : `mount -t tmpfs -o size=${bytes} tmpfs "$0"`;
  return `exec unshare -rm sh -c '${make} && exec "$@"' '${folder}'`;
}

/** The command line as a process of its own. */
export function runCommand(argv: readonly string[], options: ProcessOptions): Promise<ProcessOutcome> {
  const { cwd, env = {}, node = [], fileBlocks, isUnprivileged = false, entry = ownEntry, mount } = options;
  const dropRights =
    isUnprivileged && process.getuid?.() === 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "";
  const limit = fileBlocks === undefined ? "" : `trap '' XFSZ; ulimit -f ${fileBlocks};`;
  const child = spawn(
    "sh",
    ["-c", `${limit} ${within(mount)} ${dropRights} "$@"`, "sh", process.execPath, ...node, entry, ...argv],
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
