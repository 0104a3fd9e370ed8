import { escapeForTerminal } from "./escape-for-terminal.ts";

const LONGEST_OPERAND = 200;

/** Quotes a word for a POSIX shell; one with control characters in the `$'…'` form of bash and zsh. */
function quote(word: string): string {
  if (/^[\w.,:@%+=/-]+$/.test(word)) return word;
  const escaped = escapeForTerminal(word.replaceAll("\\", "\\\\"));
  if (escaped === word.replaceAll("\\", "\\\\")) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${escaped.replaceAll("'", "\\'")}'`;
}

/**
 * `pi-event-recall <verb> <operands> <options>` for a shell, or undefined when a word exceeds 200 code units. Operands that look like
 * options go behind `--`.
 */
export function commandToPaste(
  verb: string,
  operands: readonly string[],
  options: readonly string[],
): string | undefined {
  if ([...operands, ...options].some((word) => word.length > LONGEST_OPERAND)) return undefined;
  const words = operands.some((operand) => operand.startsWith("-"))
    ? [...options, "--", ...operands]
    : [...operands, ...options];
  return ["pi-event-recall", verb, ...words.map(quote)].join(" ");
}
