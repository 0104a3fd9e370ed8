import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** What is read of the process that Pi runs in. */
export interface PiProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  /** Absolute: relative session directories start here. */
  readonly cwd: string;
}

/**
 * The session directory in force, absolute; undefined where Pi's own rules lead to it without help, or where it is so wide that it
 * would make every file of the person a session file. `getSessionDir()` is relative where `--session-dir` was, and empty with `--no-session`
 * (Pi `docs/sessions.md`): then the option itself counts.
 */
export function sessionDirectoryInForce(sessionDir: string, { env, argv, cwd }: PiProcess): string | undefined {
  const home = homedir();
  const given = sessionDir === "" ? optionOf(argv) : sessionDir;
  if (given === undefined) return undefined;
  const directory = expandPath(given, home, cwd);
  const agentDir = expandPath(env["PI_CODING_AGENT_DIR"] || join(home, ".pi", "agent"), home, cwd);
  if (contains(join(agentDir, "sessions"), directory) || contains(directory, home)) return undefined;
  return directory;
}

function optionOf(argv: readonly string[]): string | undefined {
  const place = argv.lastIndexOf("--session-dir");
  return place < 0 ? undefined : argv[place + 1];
}

/** Pi's reading of a path: `~`, `~/…` and `file://` URLs. */
function expandPath(path: string, home: string, cwd: string): string {
  if (path === "~") return home;
  if (path.startsWith("~/") || (sep === "\\" && path.startsWith("~\\"))) return join(home, path.slice(2));
  return resolve(cwd, path.startsWith("file://") ? fileURLToPath(path) : path);
}

function contains(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
