/** Controls (C0, DEL, C1), bidirectional marks, overrides and isolates, line and paragraph separators. Joiners of emoji stay. */
const UNSAFE = /[\p{Cc}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Spells one unsafe character as JavaScript would: `\n`, `\x1b`, `\u202e`. */
function spell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SHORT[character] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/**
 * Makes text from a session safe to print on one line: nothing in it can move the cursor, change colours or the title, or reorder
 * what stands around it (design §10). Lone surrogates become U+FFFD.
 */
export function escapeForTerminal(text: string): string {
  return text.toWellFormed().replace(UNSAFE, spell);
}

/** The same for a text whose line breaks are kept: its lines, tabs as four spaces. */
export function escapeLinesForTerminal(text: string): string[] {
  return text.split(/\r?\n/).map((line) => escapeForTerminal(line.replaceAll("\t", "    ")));
}
