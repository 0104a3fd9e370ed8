import type { QueryLeaf, QueryTree } from "../../ports/query-tree.ts";

/** A private-use code point that is no letter and not the analyzer's long run: no indexed text holds it. */
const NEVER_INDEXED = '"\u{E001}"';

/** FTS5's parser has room for less than 50 nested parentheses. */
const MAX_DEPTH = 20;

/**
 * A query tree as an FTS5 expression, or undefined where it is nested too deeply for FTS5's parser. Tokens hold neither quotes nor
 * separators, so each quoted text is exactly its tokens. FTS5's NEAR is the port's: every phrase ends at most `distance` tokens
 * before the last one starts.
 */
export function compileQuery(tree: QueryTree): string | undefined {
  return compile(tree, MAX_DEPTH);
}

function compile(tree: QueryTree, depth: number): string | undefined {
  if (depth === 0) return undefined;
  switch (tree.type) {
    case "and":
      return join(tree.of, " AND ", depth);
    case "or":
      return join(tree.of, " OR ", depth);
    case "not":
      return join([tree.of, tree.except], " NOT ", depth);
    case "near":
      return `NEAR(${tree.phrases.map(compileLeaf).join(" ")}, ${tree.distance})`;
    default:
      return compileLeaf(tree);
  }
}

function join(parts: readonly QueryTree[], operator: string, depth: number): string | undefined {
  const compiled: string[] = [];
  for (const part of parts) {
    const expression = compile(part, depth - 1);
    if (expression === undefined) return undefined;
    compiled.push(`(${expression})`);
  }
  return compiled.join(operator);
}

/** A leaf as an FTS5 phrase. */
export function compileLeaf(leaf: QueryLeaf): string {
  if (leaf.type === "nothing") return NEVER_INDEXED;
  if (leaf.type === "term") return `"${leaf.token}"`;
  return `"${leaf.tokens.join(" ")}"${leaf.type === "prefix" ? "*" : ""}`;
}
