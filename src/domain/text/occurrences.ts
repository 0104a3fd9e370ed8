import type { NearNode, QueryLeaf } from "../../ports/query-tree.ts";

/** Number of tokens that one occurrence of a leaf takes. */
export function leafLength(leaf: QueryLeaf): number {
  return leaf.type === "term" || leaf.type === "nothing" ? 1 : leaf.tokens.length;
}

/**
 * Positions (token indexes, ascending) at which a leaf begins; overlapping occurrences all count. Cost: linear in the tokens, also
 * where a phrase and a text repeat themselves: after a mismatch the search goes on with what still fits (Knuth, Morris, Pratt).
 */
export function occurrencesOf(leaf: QueryLeaf, tokens: readonly string[]): number[] {
  if (leaf.type === "nothing") return [];
  if (leaf.type === "term") return sequencesOf([leaf.token], tokens);
  if (leaf.type === "phrase") return sequencesOf(leaf.tokens, tokens);
  const beginning = leaf.tokens.at(-1) ?? "";
  const whole = leaf.tokens.slice(0, -1);
  const starts = whole.length > 0 ? sequencesOf(whole, tokens) : tokens.keys();
  return [...starts].filter((start) => tokens[start + whole.length]?.startsWith(beginning) ?? false);
}

function sequencesOf(wanted: readonly string[], tokens: readonly string[]): number[] {
  const shorter = wanted.length > 1 ? fittingLengths(wanted) : [0];
  const found: number[] = [];
  let fitting = 0;
  for (let at = 0; at < tokens.length; at++) {
    while (fitting > 0 && tokens[at] !== wanted[fitting]) fitting = shorter[fitting - 1] as number;
    if (tokens[at] === wanted[fitting]) fitting++;
    if (fitting < wanted.length) continue;
    found.push(at - wanted.length + 1);
    fitting = shorter[fitting - 1] as number;
  }
  return found;
}

/** For each number of fitting tokens - 1: how many still fit when the next one does not. */
function fittingLengths(wanted: readonly string[]): number[] {
  const shorter = [0];
  let fitting = 0;
  for (let at = 1; at < wanted.length; at++) {
    while (fitting > 0 && wanted[at] !== wanted[fitting]) fitting = shorter[fitting - 1] as number;
    if (wanted[at] === wanted[fitting]) fitting++;
    shorter.push(fitting);
  }
  return shorter;
}

/**
 * True when one occurrence of every phrase lies close enough to the others: with `last` the greatest start among the chosen ones,
 * start + length + distance ≥ last holds for each. Cost: linear in the occurrences.
 */
export function isNear(node: NearNode, occurrences: readonly (readonly number[])[]): boolean {
  if (occurrences.some((starts) => starts.length === 0)) return false;
  const cursors = occurrences.map(() => 0);
  for (;;) {
    const starts = cursors.map((cursor, phrase) => (occurrences[phrase] as readonly number[])[cursor] as number);
    const last = Math.max(...starts);
    const behind = starts.findIndex(
      (start, phrase) => start + leafLength(node.phrases[phrase] as QueryLeaf) + node.distance < last,
    );
    if (behind < 0) return true;
    // Only a later occurrence of the phrase that lies too far behind can help.
    const cursor = (cursors[behind] as number) + 1;
    if (cursor >= (occurrences[behind] as readonly number[]).length) return false;
    cursors[behind] = cursor;
  }
}
