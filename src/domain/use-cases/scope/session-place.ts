import { namesWithin, type PathStyle } from "./path-within.ts";

/** Folders below a root that are entered in search of session files (design §4). */
export const MAX_FOLDER_DEPTH = 8;

/**
 * True for a path at which a walk of this root finds session files (design §4): `*.jsonl`, at most 8 folders below, no hidden name on
 * the way. Several histories may share an index: what another root alone reaches is neither this one's to show nor to remove.
 */
export function isSessionPlace(root: string, path: string, style: PathStyle): boolean {
  const names = namesWithin(root, path, style);
  if (names === undefined || names.length === 0 || names.length > MAX_FOLDER_DEPTH + 1) return false;
  return path.endsWith(".jsonl") && !names.some((name) => name.startsWith("."));
}
