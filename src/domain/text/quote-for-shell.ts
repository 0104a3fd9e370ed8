import { escapeForTerminal } from "./escape-for-terminal.ts";

/** Quotes a word for a POSIX shell; one with control characters in the `$'…'` form of bash and zsh. */
export function quoteForShell(word: string): string {
  if (/^[\w.,:@%+=/-]+$/.test(word)) return word;
  const escaped = escapeForTerminal(word.replaceAll("\\", "\\\\"));
  if (escaped === word.replaceAll("\\", "\\\\")) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${escaped.replaceAll("'", "\\'")}'`;
}
