import stringWidth from "string-width";
import type { Grapheme } from "../../../domain/text/break-line.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The graphemes of escaped text, in order. */
export function* graphemes(text: string): Generator<Grapheme> {
  for (const { segment, index } of segmenter.segment(text)) {
    const isAscii = segment.length === 1 && segment < "\u{7f}";
    yield { text: segment, start: index, cells: isAscii ? 1 : stringWidth(segment) };
  }
}
