const MARK = "\u0001";

/** A text as SQLite can hold it: one with lone surrogates, which UTF-8 has no form for, is escaped. */
export function storeText(text: string): string {
  return text.isWellFormed() && !text.startsWith(MARK) ? text : MARK + JSON.stringify(text);
}

/** The text that `storeText` was given. */
export function restoreText(stored: string): string {
  return stored.startsWith(MARK) ? (JSON.parse(stored.slice(1)) as string) : stored;
}
