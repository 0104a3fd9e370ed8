import stringWidth from "string-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader sees as one character, where it begins (code units), and how many terminal cells it takes. */
export interface Grapheme {
  readonly text: string;
  readonly start: number;
  readonly cells: number;
}

/** The graphemes of escaped text, in order. */
export function* graphemes(text: string): Generator<Grapheme> {
  for (const { segment, index } of segmenter.segment(text)) {
    const isAscii = segment.length === 1 && segment < "\u{7f}";
    yield { text: segment, start: index, cells: isAscii ? 1 : stringWidth(segment) };
  }
}
