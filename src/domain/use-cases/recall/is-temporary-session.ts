import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { isPathWithin } from "../scope/path-within.ts";

const TEMPORARY_FOLDERS = ["/tmp", "/private/tmp"];
/** How Pi names the session folder of such a working directory. */
const ENCODED_TEMPORARY_FOLDER = /^--(?:private-)?tmp-/;

/**
 * True for a session that ran in `/tmp` or `/private/tmp`, or whose file lies in a folder that Pi names after those. Recall never lists such
 * sessions, since test runs leave thousands; who names one gets it.
 */
export function isTemporarySession({ path, session }: SessionSourceRecord): boolean {
  const { cwd } = session;
  if (cwd !== undefined && TEMPORARY_FOLDERS.some((folder) => isPathWithin(folder, cwd, "posix"))) return true;
  return path
    .split(/[/\\]/)
    .slice(0, -1)
    .some((name) => ENCODED_TEMPORARY_FOLDER.test(name));
}
