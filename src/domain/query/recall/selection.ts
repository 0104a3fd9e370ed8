import type { QueryTree } from "../../../ports/query-tree.ts";
import { leafIdentity } from "../query-leaves.ts";
import type { QueryPlace } from "./fault-at.ts";

/** What a part of a query selects: the texts that satisfy the tree, or, with `excludedBy` (the place of the NOT), all the others. */
export interface Selection {
  readonly tree: QueryTree;
  readonly excludedBy?: QueryPlace;
}

/** What the part does not select. */
export function exclude({ tree, excludedBy }: Selection, not: QueryPlace): Selection {
  return excludedBy ? { tree } : { tree, excludedBy: not };
}

/** What all parts select. One part at least. */
export function intersect(parts: readonly Selection[]): Selection {
  const { wanted, unwanted, excludedBy } = separate(parts);
  if (!excludedBy) return { tree: join("and", wanted) };
  if (wanted.length === 0) return { tree: join("or", unwanted), excludedBy };
  return { tree: { type: "not", of: join("and", wanted), except: join("or", unwanted) } };
}

/** What any part selects. One part at least. */
export function unite(parts: readonly Selection[]): Selection {
  const { wanted, unwanted, excludedBy } = separate(parts);
  if (!excludedBy) return { tree: join("or", wanted) };
  if (wanted.length === 0) return { tree: join("and", unwanted), excludedBy };
  return { tree: { type: "not", of: join("and", unwanted), except: join("or", wanted) }, excludedBy };
}

function separate(parts: readonly Selection[]) {
  return {
    wanted: parts.filter((part) => !part.excludedBy).map((part) => part.tree),
    unwanted: parts.filter((part) => part.excludedBy).map((part) => part.tree),
    excludedBy: parts.find((part) => part.excludedBy)?.excludedBy,
  };
}

/** Nested nodes of the same type become one, and a leaf named twice stands once: engines are quickest with flat trees. */
function join(type: "and" | "or", parts: readonly QueryTree[]): QueryTree {
  const flat = new Map<QueryTree | string, QueryTree>();
  for (const part of parts.flatMap((tree) => (tree.type === type ? tree.of : [tree]))) {
    const isLeaf = part.type === "term" || part.type === "phrase" || part.type === "prefix";
    const identity = isLeaf ? leafIdentity(part) : part;
    if (!flat.has(identity)) flat.set(identity, part);
  }
  const of = [...flat.values()];
  return of.length === 1 ? (of[0] as QueryTree) : { type, of };
}
