const UNSAFE = /[\u{7f}-\u{9f}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]/gu;

/**
 * The answer as one JSON object. What JSON leaves raw but a terminal or a reader's eye obeys (C1 controls, bidirectional overrides) is
 * written as `\uXXXX`: the value stays the same. `indent`: spaces per level, 0 for one line.
 */
export function toJson(answer: unknown, indent = 2): string {
  return JSON.stringify(answer, null, indent).replace(
    UNSAFE,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
