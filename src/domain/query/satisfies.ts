import type { QueryTree } from "../../ports/query-tree.ts";
import { isNear, occurrencesOf } from "../text/occurrences.ts";

/** True when a token sequence satisfies a query tree. Cost: linear in the tokens, per leaf. */
export function satisfies(tree: QueryTree, tokens: readonly string[]): boolean {
  switch (tree.type) {
    case "and":
      return tree.of.every((part) => satisfies(part, tokens));
    case "or":
      return tree.of.some((part) => satisfies(part, tokens));
    case "not":
      return satisfies(tree.of, tokens) && !satisfies(tree.except, tokens);
    case "near":
      return isNear(
        tree,
        tree.phrases.map((phrase) => occurrencesOf(phrase, tokens)),
      );
    default:
      return occurrencesOf(tree, tokens).length > 0;
  }
}
