import type { Paint } from "./paint.ts";

/** What a printed answer has to fit. */
export interface Page {
  /** Terminal cells per row. */
  readonly columns: number;
  readonly paint: Paint;
  /** True when no workspace limits what is visible (`--all`). */
  readonly everything: boolean;
  /**
   * A command line that goes on from this answer, ready to paste, with the options that chose this index and workspace. Undefined where
   * an operand is too long to be pasted. Never wrapped: a broken command cannot be copied.
   */
  readonly command: (verb: string, operands: readonly string[], options?: readonly string[]) => string | undefined;
}
