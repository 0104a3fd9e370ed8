/** What a subcommand says to the person. */
export interface Answer {
  /** Lines of unescaped text. */
  readonly lines: readonly string[];
  readonly severity?: "info" | "warning" | "error";
}
