/** One token, as the analyzer spells it. */
export interface TermNode {
  readonly type: "term";
  readonly token: string;
}
/** Two or more adjacent tokens. */
export interface PhraseNode {
  readonly type: "phrase";
  readonly tokens: readonly string[];
}
/** Adjacent tokens of which the last is only a beginning; at least one. */
export interface PrefixNode {
  readonly type: "prefix";
  readonly tokens: readonly string[];
}
/** A clause that nothing can match (it holds a run that is no token). */
export interface NothingNode {
  readonly type: "nothing";
  /** What was asked, so that two such clauses stay distinct. */
  readonly text: string;
}
export type QueryLeaf = TermNode | PhraseNode | PrefixNode | NothingNode;

/**
 * Every phrase occurs, close together: there is one occurrence of each such that, with `last` the greatest start among them,
 * every occurrence ends at most `distance` tokens before `last` (start + length + distance ≥ last). Order does not matter.
 */
export interface NearNode {
  readonly type: "near";
  /** Two or more. */
  readonly phrases: readonly QueryLeaf[];
  /** Tokens, from 0. */
  readonly distance: number;
}
export interface AndNode {
  readonly type: "and";
  /** Two or more. */
  readonly of: readonly QueryTree[];
}
export interface OrNode {
  readonly type: "or";
  /** Two or more. */
  readonly of: readonly QueryTree[];
}
/** Matches `of` and not `except`. */
export interface NotNode {
  readonly type: "not";
  readonly of: QueryTree;
  readonly except: QueryTree;
}

/** What both query languages parse to, and what every engine compiles. Tokens are those of the analyzer. */
export type QueryTree = QueryLeaf | NearNode | AndNode | OrNode | NotNode;
