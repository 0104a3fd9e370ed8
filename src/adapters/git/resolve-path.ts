import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, sep } from "node:path";

/** Links followed on the way through one path; as many as Linux follows. */
const MAX_LINKS = 40;

/**
 * The real path of a path that need not exist, as `realpath -m` has it: links of existing parts are resolved, dangling ones too, and
 * `..` goes up from where a link led, as in the kernel. What does not exist is appended as written, with `.` and `..` taken as text.
 * Relative paths come back unchanged. Never throws: parts that cannot be looked at count as missing. Cost: one system call where the
 * path exists, else up to two per part.
 */
export async function resolvePath(path: string): Promise<string> {
  if (!isAbsolute(path)) return path;
  return (await realPathOf(path)) ?? resolveByParts(path);
}

async function resolveByParts(path: string): Promise<string> {
  const { root } = parse(path);
  const pending = splitParts(path.slice(root.length)).toReversed();
  let existing = root;
  const missing: string[] = [];
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "..") {
      if (missing.pop() === undefined) existing = dirname(existing);
      continue;
    }
    const next = join(existing, part);
    const found = missing.length > 0 ? "nothing" : await lookAt(next);
    if (found === "nothing" || (found !== "item" && ++links > MAX_LINKS)) {
      missing.push(part);
    } else if (found === "item") {
      existing = next;
    } else {
      const target = parse(found.target).root;
      if (target !== "") existing = target;
      pending.push(...splitParts(found.target.slice(target.length)).toReversed());
    }
  }
  return join((await realPathOf(existing)) ?? existing, ...missing);
}

/** Windows accepts both separators; elsewhere a backslash is an ordinary character. */
function splitParts(path: string): string[] {
  return path.split(sep === "\\" ? /[\\/]/u : "/").filter((part) => part !== "" && part !== ".");
}

async function lookAt(path: string): Promise<{ readonly target: string } | "item" | "nothing"> {
  try {
    return (await lstat(path)).isSymbolicLink() ? { target: await readlink(path) } : "item";
  } catch {
    return "nothing";
  }
}

async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}
