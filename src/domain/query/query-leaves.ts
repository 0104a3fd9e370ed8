import type { QueryLeaf, QueryTree } from "../../ports/query-tree.ts";

/** Text that two leaves share exactly when they are the same. */
export function leafIdentity(leaf: QueryLeaf): string {
  if (leaf.type === "term") return `= ${leaf.token}`;
  if (leaf.type === "nothing") return `! ${leaf.text}`;
  return `${leaf.type === "phrase" ? "=" : "^"} ${leaf.tokens.join(" ")}`;
}

/** The distinct leaves outside NOT, in query order; NEAR contributes its phrases. They are what relevance sums over (design §6). */
export function leavesOf(tree: QueryTree): QueryLeaf[] {
  const leaves = new Map<string, QueryLeaf>();
  collect(tree, leaves);
  return [...leaves.values()];
}

function collect(tree: QueryTree, leaves: Map<string, QueryLeaf>): void {
  if (tree.type === "and" || tree.type === "or") {
    for (const part of tree.of) collect(part, leaves);
  } else if (tree.type === "not") {
    collect(tree.of, leaves);
  } else if (tree.type === "near") {
    for (const phrase of tree.phrases) collect(phrase, leaves);
  } else {
    const identity = leafIdentity(tree);
    if (!leaves.has(identity)) leaves.set(identity, tree);
  }
}
