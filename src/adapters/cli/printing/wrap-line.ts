import { breakLine, type Row } from "../../../domain/text/break-line.ts";
import { graphemes } from "./graphemes.ts";

/** Breaks one line of escaped text into rows of at most `columns` terminal cells, as `breakLine` does. */
export function wrapLine(line: string, columns: number): Row[] {
  return breakLine(line, graphemes(line), columns);
}
