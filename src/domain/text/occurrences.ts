import type { NearNode, QueryLeaf } from "../../ports/query-tree.ts";

/** Number of tokens that one occurrence of a leaf takes. */
export function leafLength(leaf: QueryLeaf): number {
  return leaf.type === "term" || leaf.type === "nothing" ? 1 : leaf.tokens.length;
}

/** Positions (token indexes, ascending) at which a leaf begins; overlapping occurrences all count. Cost: linear in the tokens. */
export function occurrencesOf(leaf: QueryLeaf, tokens: readonly string[]): number[] {
  if (leaf.type === "nothing") return [];
  const wanted = leaf.type === "term" ? [leaf.token] : leaf.tokens;
  const exact = leaf.type === "prefix" ? wanted.length - 1 : wanted.length;
  const found: number[] = [];
  const lastStart = tokens.length - wanted.length;
  for (let start = 0; start <= lastStart; start++) {
    let at = 0;
    while (at < exact && tokens[start + at] === wanted[at]) at++;
    if (at < exact) continue;
    if (exact < wanted.length && !isPrefixOf(wanted[exact] as string, tokens[start + exact] as string)) continue;
    found.push(start);
  }
  return found;
}

function isPrefixOf(prefix: string, token: string): boolean {
  return token.startsWith(prefix);
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
