/** A half-open range of code points of the original fragment text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A bounded view of a text. `shownRanges` and `omittedRanges` partition `[0, totalChars)` exactly, in code points; a lone
 * surrogate counts as one and is shown as U+FFFD. An omission mark in `text` belongs to no range.
 */
export interface TextPreview {
  readonly text: string;
  /** Code points of the whole text. */
  readonly totalChars: number;
  readonly shownRanges: readonly TextRange[];
  readonly omittedRanges: readonly TextRange[];
  readonly truncated: boolean;
}
