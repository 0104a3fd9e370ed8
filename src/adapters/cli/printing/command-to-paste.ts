import { quoteForShell } from "../../../domain/text/quote-for-shell.ts";

const LONGEST_OPERAND = 200;

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
  return ["pi-event-recall", verb, ...words.map(quoteForShell)].join(" ");
}
