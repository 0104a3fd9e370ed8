import { locateCharacters } from "./locate-characters.ts";
import type { MatchSpan } from "./match-spans.ts";
import { spellCharacters } from "./trigrams.ts";

/**
 * Where a text contains the terms of a recall query, by start, `leaf` being the term's index; of each term at most the first `perTerm`
 * occurrences (default: all), overlapping ones included. Case, marks, compatibility forms and the amount of white space make no difference.
 * A span covers whole characters, with the marks that belong to them. Cost: linear in the text, per term.
 */
export function substringSpans(
  text: string,
  terms: readonly string[],
  perTerm: number = Number.POSITIVE_INFINITY,
): MatchSpan[] {
  const { spelled, starts, ends } = locateCharacters(text);
  const spans: MatchSpan[] = [];
  for (const [leaf, term] of terms.entries()) {
    const wanted = spellCharacters(term);
    if (wanted === "") continue;
    let at = spelled.indexOf(wanted);
    for (let found = 0; at >= 0 && found < perTerm; found++) {
      spans.push({ leaf, start: starts[at] as number, end: ends[at + wanted.length - 1] as number });
      at = spelled.indexOf(wanted, at + 1);
    }
  }
  return spans.toSorted((one, other) => one.start - other.start || one.end - other.end || one.leaf - other.leaf);
}
