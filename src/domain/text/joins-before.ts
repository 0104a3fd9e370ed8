/** First code points, decomposed, that may compose with what stands before them: such a character joins the group before it. */
const JOINS = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb\u{16d63}-\u{16d6a}]/u;
const joins = new Map<string, boolean>();

/**
 * True for a character (one code point) that normalization may combine with the one before. Cut before every other character, a text can
 * be normalized piece by piece.
 */
export function joinsBefore(character: string): boolean {
  if (character < "\u0300") return false;
  let joined = joins.get(character);
  if (joined === undefined) {
    joined = JOINS.test(character.normalize("NFKD"));
    if (joins.size > 20_000) joins.clear();
    joins.set(character, joined);
  }
  return joined;
}
