import { normalize } from "../../src/domain/text/analyzer.ts";

/** A query of session_search as its writer means it. */
export type Asked =
  | { readonly type: "term"; readonly text: string }
  | { readonly type: "near"; readonly texts: readonly string[]; readonly distance: number }
  | { readonly type: "not"; readonly of: Asked }
  | { readonly type: "and"; readonly of: readonly Asked[] }
  | { readonly type: "or"; readonly of: readonly Asked[] };

/** Characters as they are compared: whatever their case, marks and amount of white space. */
export function plainCharacters(text: string): string[] {
  return Array.from(normalize(text.toWellFormed()).replaceAll(/\s+/g, " "));
}

/** Characters of the text at which it goes on with what is wanted. */
export function placesOf(wanted: string, text: string): number[] {
  const characters = plainCharacters(text);
  const pattern = plainCharacters(wanted);
  return [...characters.keys()].filter((start) => pattern.every((one, at) => characters[start + at] === one));
}

/** True where a text is what was asked for. */
export function holdsNaively(asked: Asked, text: string): boolean {
  if (asked.type === "term") return placesOf(asked.text, text).length > 0;
  if (asked.type === "not") return !holdsNaively(asked.of, text);
  if (asked.type === "and") return asked.of.every((part) => holdsNaively(part, text));
  if (asked.type === "or") return asked.of.some((part) => holdsNaively(part, text));
  const choices = asked.texts.reduce<{ start: number; end: number }[][]>(
    (chosen, wanted) => {
      const places = placesOf(wanted, text).map((start) => ({ start, end: start + plainCharacters(wanted).length }));
      return chosen.flatMap((before) => places.map((place) => [...before, place]));
    },
    [[]],
  );
  return choices.some((choice) => {
    const between = Math.max(...choice.map(({ start }) => start)) - Math.min(...choice.map(({ end }) => end));
    return between <= asked.distance;
  });
}

/** True where a query would be answered by texts that hold nothing of it: it only says what it does not want. */
export function wantsNothing(asked: Asked): boolean {
  if (asked.type === "not") return !wantsNothing(asked.of);
  if (asked.type === "and") return asked.of.every(wantsNothing);
  return asked.type === "or" && asked.of.some(wantsNothing);
}

/** Every term of a query, in its order; `wanted`: only those under an even number of NOTs. */
export function termsOf(asked: Asked, wanted = false, isUnderNot = false): string[] {
  if (asked.type === "not") return termsOf(asked.of, wanted, !isUnderNot);
  if (asked.type === "and" || asked.type === "or") return asked.of.flatMap((part) => termsOf(part, wanted, isUnderNot));
  if (wanted && isUnderNot) return [];
  return asked.type === "term" ? [asked.text] : [...asked.texts];
}

/** The texts that are meant, by their number, with their relevance: BM25 over characters, summed over `terms`. */
export function recallNaively(asked: Asked, terms: readonly string[], texts: readonly string[]): Map<number, number> {
  const lengths = texts.map((text) => plainCharacters(text).length);
  const average = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  const frequencies = terms.map((term) => texts.map((text) => placesOf(term, text).length));
  const relevanceOf = (at: number): number => {
    const norm = 1.2 * (1 - 0.75 + (0.75 * (lengths[at] as number)) / average);
    return frequencies.reduce((sum, counts) => {
      const frequency = counts[at] as number;
      const holding = counts.filter((count) => count > 0).length;
      const idf = Math.log((texts.length - holding + 0.5) / (holding + 0.5));
      return frequency === 0 ? sum : sum + (idf > 0 ? idf : 1e-6) * ((frequency * 2.2) / (frequency + norm));
    }, 0);
  };
  const meant = [...texts.keys()].filter((at) => holdsNaively(asked, texts[at] as string));
  return new Map(meant.map((at) => [at, Math.round(relevanceOf(at) * 1e9) / 1e9]));
}
