import type { Hasher } from "../../ports/hasher.ts";

/**
 * Hash under which file evidence meets: of the path a tool call names, made absolute against the session's cwd and with `.` and `..`
 * taken out, so that two spellings of one file agree. Paths of either style; nothing is asked of the disk.
 */
export function fileHash(path: string, cwd: string | undefined, hasher: Hasher): string {
  const isAbsolute = /^(?:[/\\~]|[a-z]:[/\\])/i.test(path);
  const parts: string[] = [];
  for (const part of (isAbsolute ? path : `${cwd ?? ""}/${path}`).split(/[/\\]/)) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return hasher.texts(["file", ...parts]);
}
