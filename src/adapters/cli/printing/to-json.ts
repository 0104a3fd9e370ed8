const UNSAFE = /[\u{7f}-\u{9f}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]/gu;

/**
 * The answer as one JSON object. What JSON leaves raw but a terminal or a reader's eye obeys (C1 controls, bidirectional overrides) is
 * written as `\uXXXX`: the value stays the same.
 */
export function toJson(answer: unknown): string {
  return JSON.stringify(answer, null, 2).replace(
    UNSAFE,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
