import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** A folder as a model names it, absolute: `~` is the home directory, and anything relative lies below Pi's working directory. */
export function namedFolder(folder: string, cwd: string): string {
  if (folder === "~" || folder.startsWith("~/")) return join(homedir(), folder.slice(1));
  return resolve(cwd, folder);
}
