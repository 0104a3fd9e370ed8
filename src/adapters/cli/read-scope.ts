import { statSync } from "node:fs";
import { resolve } from "node:path";
import { RecallError } from "../../domain/model/errors.ts";
import type { Caller } from "../../domain/use-cases/history.ts";
import type { OpenHistoryOptions, Surroundings } from "./surroundings.ts";

/** The options that every command takes. */
export interface ScopeOptions {
  readonly sessions?: readonly string[];
  readonly workspace?: readonly string[];
  readonly all?: boolean;
  readonly engine?: "fts5" | "memory";
  readonly index?: string;
  readonly json?: boolean;
}

/** Which history to open, who asks, and the options that ask the same again. */
export interface Scope {
  readonly open: OpenHistoryOptions;
  readonly caller: Caller;
  readonly repeat: readonly string[];
}

/**
 * Reads the options that choose index and workspace. Relative paths are resolved against the current folder.
 * Errors: `InvalidRequest` for a session folder that does not exist (a mistyped one would look like an empty history), for files in
 * place of folders and the reverse, for empty paths, and for an index file with the memory engine.
 */
export function readScope(options: ScopeOptions, environment: Surroundings["environment"]): Scope {
  const cwd = currentFolder(environment);
  const sessions = options.sessions?.map((path) => folder("--sessions", path, cwd, { mustExist: true }));
  // Sessions outlive the folders they were about: a workspace may be gone.
  const workspaces = options.workspace?.map((path) => folder("--workspace", path, cwd, { mustExist: false }));
  const index = options.index === undefined ? undefined : indexLocation(options.index, options.engine, cwd);
  return {
    open: {
      ...(options.engine && { engine: options.engine }),
      ...(sessions && { sessions }),
      ...(index !== undefined && { index }),
    },
    caller: { cwd, ...(workspaces && { workspaces }), ...(options.all === true && { everything: true }) },
    repeat: [
      ...(options.sessions ?? []).flatMap((path) => ["--sessions", path]),
      ...(options.workspace ?? []).flatMap((path) => ["--workspace", path]),
      ...(options.all === true ? ["--all"] : []),
      ...(options.engine === undefined ? [] : ["--engine", options.engine]),
      ...(options.index === undefined ? [] : ["--index", options.index]),
    ],
  };
}

/** Errors: `InvalidRequest` when the current folder is gone. */
export function currentFolder(environment: Surroundings["environment"]): string {
  try {
    return environment.cwd();
  } catch (cause) {
    throw new RecallError("InvalidRequest", "The current folder no longer exists: change to another one.", { cause });
  }
}

function folder(option: string, path: string, cwd: string, { mustExist }: { mustExist: boolean }): string {
  if (path.trim() === "") throw new RecallError("InvalidRequest", `${option} takes a folder, not an empty text.`);
  const absolute = resolve(cwd, path);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found === undefined && mustExist) {
    throw new RecallError("InvalidRequest", `${option} takes an existing folder, and there is none at '${path}'.`);
  }
  if (found !== undefined && !found.isDirectory()) {
    throw new RecallError("InvalidRequest", `${option} takes a folder, and '${path}' is a file.`);
  }
  return absolute;
}

function indexLocation(index: string, engine: ScopeOptions["engine"], cwd: string): string {
  if (index.trim() === "")
    throw new RecallError("InvalidRequest", "--index takes a file or the word memory, not an empty text.");
  if (index === "memory") return index;
  if (engine === "memory") {
    throw new RecallError("InvalidRequest", "--engine memory keeps no file: leave out --index, or use --engine fts5.");
  }
  const absolute = resolve(cwd, index);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new RecallError("InvalidRequest", `--index takes a file, and '${index}' is a folder.`);
  }
  return absolute;
}
