import { countCodePoints } from "./code-points.ts";
import { clipText } from "./clip-text.ts";

/** Code points of a name in an answer. Pi bounds none of them, and a file may hold anything. */
export const NAME_CODE_POINTS = 400;

/**
 * A name that an answer repeats (a session's, a label, a tool, a role, a path that a call names) within its budget: as it is up to 400
 * code points, else clipped to one line that ends with `…`. Ids are never bounded: they must lead back to what they name.
 */
export function boundName(name: string): string {
  return name.length <= NAME_CODE_POINTS || countCodePoints(name) <= NAME_CODE_POINTS
    ? name
    : clipText(name, NAME_CODE_POINTS);
}

/** Code points of a folder in an answer: an answer may name it for each of twenty neighbours. */
const FOLDER_CODE_POINTS = 1_024;

/** A folder that an answer repeats, clipped where it is longer than anybody would work in. */
export function boundFolder(folder: string): string {
  return folder.length <= FOLDER_CODE_POINTS ? folder : clipText(folder, FOLDER_CODE_POINTS);
}
