export type PathStyle = "posix" | "win32";

/** A POSIX path with an empty name, `.` or `..` in it. */
const UNPLAIN = /\/\.{0,2}(?:\/|$)/;

/** True for a path that starts at a root of its style: nothing else can be authorized. */
export function isAbsolutePath(path: string, style: PathStyle): boolean {
  return style === "posix" ? path.startsWith("/") : /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path);
}

/**
 * True when a path equals a root or lies below it, compared part by part (design §10). Both must be absolute; links are the
 * resolver's business. On Windows separators, letter case and the `\\?\` prefix do not distinguish paths; on POSIX a backslash is an
 * ordinary character.
 */
export function isPathWithin(root: string, path: string, style: PathStyle): boolean {
  return isPlainlyBelow(root, path, style) || namesWithin(root, path, style) !== undefined;
}

/** The names that lead from a root to a path within it, none for the root itself; undefined for a path that is not within it. */
export function namesWithin(root: string, path: string, style: PathStyle): readonly string[] | undefined {
  if (isPlainlyBelow(root, path, style)) return path.slice(root.length + 1).split("/");
  if (!isAbsolutePath(root, style) || !isAbsolutePath(path, style)) return undefined;
  const rootParts = pathParts(root, style);
  const parts = pathParts(path, style);
  if (rootParts.length > parts.length || !rootParts.every((part, at) => part === parts[at])) return undefined;
  return parts.slice(rootParts.length);
}

/** A short cut: thousands of paths are tested per query, and nearly all are spelled as their root and plain names below it. */
function isPlainlyBelow(root: string, path: string, style: PathStyle): boolean {
  return style === "posix" && root.startsWith("/") && path.startsWith(`${root}/`) && !UNPLAIN.test(path);
}

/** True when two absolute paths name the same folder. */
export function isSamePath(one: string, other: string, style: PathStyle): boolean {
  return isPathWithin(one, other, style) && isPathWithin(other, one, style);
}

/** The names of an absolute path from its root down, `.` and `..` resolved, spelled so that equal names are equal texts. */
export function pathParts(path: string, style: PathStyle): string[] {
  return style === "posix" ? namesBelow([], path.split("/")) : windowsParts(path);
}

/** The drive, or the server and share, is the root: `..` does not lead out of it, and none is taken for another. */
function windowsParts(path: string): string[] {
  const spelled = path
    .toLowerCase()
    .replaceAll("/", "\\")
    .replace(/^\\\\[?.]\\(?:unc\\)?/, (prefix) => (prefix.length > 4 ? "\\\\" : ""));
  const names = spelled.split("\\").filter((name) => name !== "");
  const root = spelled.startsWith("\\\\") ? [`\\\\${names[0]}`, ...names.slice(1, 2)] : names.slice(0, 1);
  return namesBelow(root, names.slice(root.length));
}

function namesBelow(root: readonly string[], names: readonly string[]): string[] {
  const parts = [...root];
  for (const name of names) {
    if (name === "..") parts.length = Math.max(root.length, parts.length - 1);
    else if (name !== "" && name !== ".") parts.push(name);
  }
  return parts;
}
