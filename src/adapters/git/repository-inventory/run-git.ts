import { spawn } from "node:child_process";
import { parse } from "node:path";
import { throwIfCancelled } from "../../../domain/model/cancellation.ts";
import { inventoryFailed, type RecallError } from "../../../domain/model/errors.ts";
import { GIT_WORDS, gitEnvironment } from "./git-settings.ts";

/** Bytes kept of what git says is wrong. */
const MAX_STDERR_BYTES = 4 * 1024;

export interface GitRunOptions {
  /** Absolute; where git works. */
  readonly folder: string;
  /** The program, and words that come first. Default `git`. */
  readonly program?: readonly [string, ...string[]];
  /** Written to its input, which is empty otherwise. */
  readonly input?: string;
  /** Bytes that it may answer with; more fails. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface GitRun {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Runs git without a shell, with an environment of its own, and ends it where it is cancelled or answers with too much. Errors:
 * `Cancelled`; `InventoryFailed` where it cannot be started or overflows.
 */
export async function runGit(words: readonly string[], options: GitRunOptions): Promise<GitRun> {
  const { folder, program: [command, ...first] = ["git"], input, maxBytes, signal } = options;
  throwIfCancelled(signal);
  // From the root, lest a program of this name in the repository be found first.
  const child = spawn(command, [...first, ...GIT_WORDS, "-C", folder, ...words], {
    cwd: parse(folder).root,
    env: gitEnvironment(process.env),
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let failure: RecallError | undefined;
  const ended = Promise.withResolvers<number | null>();
  /** Whatever it started may hold its outputs open. */
  const stop = (): void => {
    child.kill("SIGKILL");
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    ended.resolve(null);
  };
  const fail = (reason: string, cause?: unknown): void => {
    failure ??= inventoryFailed(reason, cause);
    stop();
  };
  collect(child.stdout, stdout, maxBytes, () => fail("Git answered with more than is read."));
  collect(child.stderr, stderr, MAX_STDERR_BYTES, stop);
  child.on("error", (error) => fail("Git could not be run.", error));
  child.on("close", ended.resolve);
  // It may end before it has read everything; how it ended tells.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const exitCode = await ended.promise;
    throwIfCancelled(signal);
    if (failure !== undefined) throw failure;
    return { exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString("utf8") };
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function collect(stream: NodeJS.ReadableStream, parts: Buffer[], maxBytes: number, onOverflow: () => void): void {
  let bytes = 0;
  stream.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) onOverflow();
    else parts.push(part);
  });
  stream.on("error", () => undefined);
}

/** What git answered, where it had nothing to complain of. Errors: as `runGit`; `InventoryFailed` for a failure or a warning. */
export async function answerOfGit(words: readonly string[], options: GitRunOptions): Promise<Buffer> {
  const run = await runGit(words, options);
  if (run.exitCode === 0 && run.stderr === "") return run.stdout;
  throw gitComplained(run);
}

export function gitComplained({ exitCode, stderr }: GitRun): RecallError {
  return inventoryFailed("Git reported an error.", new Error(`git ended with ${exitCode}: ${stderr}`));
}
