import { execFileSync } from "node:child_process";

export interface GitOptions {
  /** Written to its input. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the real git, untouched by this machine's settings, and returns what it says, without the last newline. */
export function git(folder: string, words: readonly string[], { input, env }: GitOptions = {}): string {
  const answer = execFileSync("git", words, {
    cwd: folder,
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.org",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.org",
      ...env,
    },
    stdio: "pipe",
    maxBuffer: 64 * 1024 ** 2,
    ...(input !== undefined && { input }),
  });
  return answer.toString("utf8").replace(/\n$/, "");
}

/** Writes a blob and returns its id. */
export function writeBlob(folder: string, content: string | Uint8Array): string {
  return git(folder, ["hash-object", "-w", "--stdin"], { input: content });
}

/** Puts entries into the index without any file: `mode`, object id, stage and path each. */
export function stage(
  folder: string,
  entries: readonly (readonly [mode: string, objectId: string, path: string | Uint8Array, stage?: number])[],
): void {
  const lines = entries.flatMap(([mode, objectId, path, at = 0]) => [
    Buffer.from(`${mode} ${objectId} ${at}\t`),
    Buffer.from(path),
    Buffer.from("\0"),
  ]);
  git(folder, ["update-index", "-z", "--index-info"], { input: Buffer.concat(lines) });
}
