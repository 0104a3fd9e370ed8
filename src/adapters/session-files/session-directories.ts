import { readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface SessionDirectoriesInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory, for `~` and the default agent directory. */
  readonly home: string;
  /** Absolute working directory: relative settings start here, and its `.pi/settings.json` counts. */
  readonly cwd: string;
}

export interface SessionDirectories {
  /** Pi's agent directory, absolute: `PI_CODING_AGENT_DIR`, else `~/.pi/agent`. */
  readonly agentDir: string;
  /** Absolute, without duplicates: where Pi keeps sessions when started in `cwd`, then `<agentDir>/sessions`. They need not exist. */
  readonly directories: readonly string[];
  /** Plain sentences about settings that were not understood. */
  readonly notices: readonly string[];
}

/**
 * Where Pi 1.6 keeps sessions, by its own precedence without `--session-dir`: `PI_CODING_AGENT_SESSION_DIR`, else the `sessionDir`
 * setting (the project's `.pi/settings.json` before the agent directory's; Pi reads it before it asks about trust: Pi
 * `docs/configuration.md`), else `<agentDir>/sessions`, which is always in the list as well. Never throws; reads at most two files.
 */
export function findSessionDirectories({ env, home, cwd }: SessionDirectoriesInput): SessionDirectories {
  const notices: string[] = [];
  const place = (path: string, origin: string) => {
    try {
      return resolve(cwd, expandPath(path, home));
    } catch {
      notices.push(`${origin} is no usable path and was ignored.`);
      return undefined;
    }
  };

  const fromEnv = (name: string) => (env[name] ? place(env[name], name) : undefined);
  const agentDir = fromEnv("PI_CODING_AGENT_DIR") ?? join(home, ".pi", "agent");
  const defaultDirectory = join(agentDir, "sessions");

  const fromSettings = () => {
    const project = readSessionDir(join(cwd, ".pi", "settings.json"), "the project's settings", notices);
    const own = readSessionDir(join(agentDir, "settings.json"), "Pi's settings", notices);
    // As in Pi, a project value wins even where it is empty: then the default directory is meant.
    const setting = project ?? own;
    if (!setting) return undefined;
    const directory = place(setting, "The sessionDir setting");
    if (directory !== undefined && project !== undefined && contains(directory, home)) {
      notices.push("The sessionDir in the project's settings spans your home directory and was ignored.");
      return undefined;
    }
    return directory;
  };

  const effective = fromEnv("PI_CODING_AGENT_SESSION_DIR") ?? fromSettings() ?? defaultDirectory;
  return { agentDir, directories: [...new Set([effective, defaultDirectory])], notices };
}

/** Pi's reading of a configured path: `~`, `~/…` and `file://` URLs. */
function expandPath(path: string, home: string): string {
  if (path === "~") return home;
  if (path.startsWith("~/") || (sep === "\\" && path.startsWith("~\\"))) return join(home, path.slice(2));
  return path.startsWith("file://") ? fileURLToPath(path) : path;
}

/** The `sessionDir` of a settings file; undefined where the file or the setting is missing or not understood. */
function readSessionDir(path: string, name: string, notices: string[]): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!isMissing(error)) notices.push(`A settings file cannot be read, so ${name} were ignored.`);
    return undefined;
  }
  try {
    const settings: unknown = text === "" ? {} : JSON.parse(text.replace(/^\uFEFF/u, ""));
    if (typeof settings !== "object" || settings === null) throw new TypeError("Not an object.");
    const setting: unknown = "sessionDir" in settings ? settings.sessionDir : undefined;
    if (setting === undefined || typeof setting === "string") return setting;
    if (setting !== null) notices.push(`The sessionDir in ${name} is not text and was ignored.`);
    return setting === null ? "" : undefined;
  } catch {
    notices.push(`A settings file is not valid JSON, so ${name} were ignored.`);
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function contains(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
