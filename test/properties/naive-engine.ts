import { analyze } from "../../src/domain/text/analyzer.ts";
import type { IndexableEvent, IndexableFragment } from "../../src/ports/event-record.ts";
import type { QueryLeaf, QueryTree } from "../../src/ports/query-tree.ts";
import type { NamedFilter } from "./generators/index-filters.ts";

/** Every fragment of the content that satisfies tree and filter, as `<path>/<entry id>/<ordinal>`, with its relevance. */
export function matchNaively(
  content: ReadonlyMap<string, readonly IndexableEvent[]>,
  tree: QueryTree,
  filter: NamedFilter,
): Map<string, number> {
  const fragments = [...content].flatMap(([path, events]) =>
    events.flatMap((event) =>
      event.fragments.map((fragment) => ({ path, event, fragment, tokens: analyze(fragment.text) })),
    ),
  );
  const average = fragments.reduce((sum, { tokens }) => sum + tokens.length, 0) / fragments.length;
  const leaves = distinctLeaves(tree);
  const matches = fragments.filter(
    ({ path, event, fragment, tokens }) => holds(tree, tokens) && passes(filter, path, event, fragment),
  );
  return new Map(
    matches.map(({ path, event, fragment, tokens }) => {
      let sum = 0;
      for (const leaf of leaves) {
        const holding = fragments.filter((other) => starts(leaf, other.tokens).length > 0).length;
        const idf = Math.log((fragments.length - holding + 0.5) / (holding + 0.5));
        const frequency = starts(leaf, tokens).length;
        const norm = frequency + 1.2 * (1 - 0.75 + (0.75 * tokens.length) / average);
        if (frequency > 0) sum += (idf > 0 ? idf : 1e-6) * ((frequency * 2.2) / norm);
      }
      return [`${path}/${event.entryId}/${fragment.ordinal}`, Math.round(sum * 1e9) / 1e9];
    }),
  );
}

function distinctLeaves(tree: QueryTree): QueryLeaf[] {
  const all = (node: QueryTree): QueryLeaf[] => {
    if (node.type === "and" || node.type === "or") return node.of.flatMap(all);
    if (node.type === "not") return all(node.of);
    return node.type === "near" ? [...node.phrases] : [node];
  };
  return [...new Map(all(tree).map((leaf) => [JSON.stringify(leaf), leaf])).values()];
}

function holds(tree: QueryTree, tokens: readonly string[]): boolean {
  if (tree.type === "and") return tree.of.every((part) => holds(part, tokens));
  if (tree.type === "or") return tree.of.some((part) => holds(part, tokens));
  if (tree.type === "not") return holds(tree.of, tokens) && !holds(tree.except, tokens);
  if (tree.type !== "near") return starts(tree, tokens).length > 0;
  const places = tree.phrases.map((phrase) =>
    starts(phrase, tokens).map((start) => ({ start, end: start + size(phrase) })),
  );
  const choices = places.reduce<{ start: number; end: number }[][]>(
    (chosen, next) => chosen.flatMap((before) => next.map((place) => [...before, place])),
    [[]],
  );
  return choices.some((choice) => {
    const last = Math.max(...choice.map(({ start }) => start));
    return choice.every(({ end }) => end + tree.distance >= last);
  });
}

function size(leaf: QueryLeaf): number {
  return "tokens" in leaf ? leaf.tokens.length : 1;
}

function starts(leaf: QueryLeaf, tokens: readonly string[]): number[] {
  if (leaf.type === "nothing") return [];
  const wanted = leaf.type === "term" ? [leaf.token] : leaf.tokens;
  const isWanted = (token: string | undefined, at: number) =>
    leaf.type === "prefix" && at === wanted.length - 1 ? token?.startsWith(wanted[at] ?? "") : token === wanted[at];
  return [...tokens.keys()].filter((start) => wanted.every((_, at) => isWanted(tokens[start + at], at)));
}

function passes(filter: NamedFilter, path: string, event: IndexableEvent, fragment: IndexableFragment): boolean {
  const { paths, excluded, cutoffs, live, plain = {} } = filter;
  const name = `${path}/${event.entryId}`;
  const kinds: ReadonlySet<string> | undefined = plain.kinds;
  const roles: ReadonlySet<string | undefined> | undefined = plain.roles;
  const state = new Map(live ?? []).get(name) ?? event;
  const cutoff = new Map(cutoffs ?? []).get(path) ?? Infinity;
  const isNamed = fragment.toolName !== undefined && plain.toolNames?.has(fragment.toolName) === true;
  const isTimed = plain.fromTime === undefined && plain.toTime === undefined;
  const isInTime =
    event.time !== null && event.time >= (plain.fromTime ?? 0) && event.time <= (plain.toTime ?? Infinity);
  return (
    (paths?.includes(path) ?? true) &&
    !excluded?.includes(name) &&
    event.position < cutoff &&
    (kinds?.has(fragment.kind) ?? true) &&
    (plain.toolNames ? isNamed : !fragment.isOwnCall) &&
    (plain.entryTypes?.has(event.entryType) ?? true) &&
    (roles?.has(event.role) ?? true) &&
    (!plain.errorOnly || event.isError) &&
    (isTimed || isInTime) &&
    (plain.branchStates?.has(state.branchState) ?? true) &&
    (plain.selectionStates?.has(state.selectionState) ?? true)
  );
}
