import { RecallError } from "../../model/errors.ts";
import { clipText } from "../../text/clip-text.ts";
import { countCodePoints } from "../../text/code-points.ts";

/** Code points of the query that an error repeats. */
const SHOWN_CODE_POINTS = 40;

/** A piece of a query: code units `[start, end)`. */
export interface QueryPlace {
  readonly start: number;
  readonly end: number;
}

/** An `InvalidQuery` that names the place, as character number (code points, from 1) and text, and then says what to do. */
export function faultAt(query: string, place: QueryPlace, sentence: string): RecallError {
  const piece = clipText(query.slice(place.start, place.end), SHOWN_CODE_POINTS);
  return new RecallError(
    "InvalidQuery",
    `At character ${countCodePoints(query, place.start) + 1} of the query, \`${piece}\`: ${sentence}`,
  );
}
