import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { branchStates } from "../../src/domain/tree/branch-states.ts";
import { type SelectionLink, selectionStates } from "../../src/domain/tree/selection-states.ts";
import { SessionTree, type TreeEvent } from "../../src/domain/tree/session-tree.ts";
import type { Contribution, SelectionState } from "../../src/ports/vocabulary.ts";

const anyIndex = fc.nat(15);
const anyNode = fc.record({
  parent: fc.oneof({ weight: 8, arbitrary: fc.constant("before" as const) }, anyIndex, fc.constant(null)),
  link: anyIndex,
  type: fc.constantFrom<[string, Contribution, string?][]>(
    ["message", "message"],
    ["message", "message"],
    ["message", "system"],
    ["message", "system"],
    ["message", "excluded"],
    ["message", "unreadable"],
    ["compaction", "compaction", "compaction-first-kept"],
    ["branch_summary", "summary", "branch-summary"],
    ["branch_summary", "summary", "branch-summary"],
    ["branch_summary", "summary"],
    ["branch_summary", "none", "branch-summary"],
    ["context_edit", "none", "context-edit"],
    ["context_edit", "none", "context-omission"],
    ["label", "none", "label"],
    ["usage", "none"],
  ),
});

interface Tree {
  readonly events: readonly TreeEvent[];
  readonly links: readonly SelectionLink[];
}

const anyTree: fc.Arbitrary<Tree> = fc.array(anyNode, { minLength: 1, maxLength: 16 }).map((nodes) => ({
  events: nodes.map(({ parent, type: [entryType, contribution] }, at) => {
    const above = parent === "before" ? at - 1 : parent;
    return { entryId: `e${at}`, parentId: above === null || above < 0 ? null : `e${above}`, entryType, contribution };
  }),
  links: nodes.flatMap(({ link, type: [, , relation] }, at) =>
    relation === undefined ? [] : [{ from: `e${at}`, relation, to: `e${link}` }],
  ),
}));

/** The sentences of design §8 on `selectionState`, one after the other, as slowly as they read. */
function byTheDesign({ events, links }: Tree, leaf: string | null): Map<string, SelectionState> {
  const byId = new Map(events.map((event) => [event.entryId, event]));
  const linkOf = (id: string) => links.find((link) => link.from === id);
  const walk = (from: string | null): { ids: string[]; end: "root" | "missing" | "cycle" } => {
    const ids: string[] = [];
    for (let at = from; at !== null; at = byId.get(at)?.parentId ?? null) {
      if (ids.includes(at)) return { ids, end: "cycle" };
      if (!byId.has(at)) return { ids, end: "missing" };
      ids.push(at);
    }
    return { ids, end: "root" };
  };
  const leafWalk = walk(leaf);
  const path = leafWalk.end === "cycle" ? [] : leafWalk.ids.toReversed();
  const of = (id: string) => byId.get(id) as TreeEvent;

  const compactionAt = path.findLastIndex((id) => of(id).contribution === "compaction");
  const compaction = path[compactionAt];
  const keptAt = compaction === undefined ? 0 : path.indexOf(linkOf(compaction)?.to ?? "");
  const isKept = (id: string, at: number) =>
    compaction === undefined ||
    at >= compactionAt ||
    (keptAt >= 0 && keptAt < compactionAt && at >= keptAt && of(id).contribution !== "system");
  const context = path.filter(isKept);
  // Pi puts the latest compaction first; an edit of it may stand before it in the file.
  const inOrder = compaction === undefined ? context : [compaction, ...context.filter((id) => id !== compaction)];

  const isOmitted = (target: string) => {
    const edits = inOrder.filter((id) => of(id).entryType === "context_edit" && linkOf(id)?.to === target);
    return edits.length > 0 && linkOf(edits.at(-1) as string)?.relation === "context-omission";
  };
  const represented = new Set<string>();
  for (const id of context) {
    if (of(id).contribution !== "summary" || isOmitted(id)) continue;
    const from = linkOf(id)?.relation === "branch-summary" ? linkOf(id)?.to : undefined;
    const continued = walk(of(id).parentId).ids;
    for (const left of from === undefined ? [] : walk(byId.has(from) ? from : null).ids) {
      if (continued.includes(left)) break;
      represented.add(left);
    }
  }
  const stateOf = (event: TreeEvent): SelectionState => {
    const id = event.entryId;
    if (!["message", "custom_message", "compaction", "branch_summary"].includes(event.entryType))
      return "not-applicable";
    if (event.contribution === "excluded" || isOmitted(id)) return "not-selected";
    const own = walk(id);
    const joins = own.ids.some((up) => path.includes(up));
    const isUnknown = leafWalk.end === "cycle" || (!joins && own.end !== "root");
    if (event.contribution === "unreadable" || isUnknown) return "unknown";
    if (context.includes(id)) {
      if (["message", "system", "summary"].includes(event.contribution) || id === compaction) return "direct";
    }
    const isCutOff = path.includes(id) && (!context.includes(id) || event.contribution === "compaction");
    return isCutOff || represented.has(id) ? "summarized" : "not-selected";
  };
  return new Map(events.map((event) => [event.entryId, stateOf(event)]));
}

describe("Selection states by the sentences of the design", () => {
  test.prop([anyTree, fc.nat(16)], { numRuns: process.env["LONG"] ? 100_000 : 10_000 })(
    "any tree, at any leaf, at none, and where the leaf's walk cycles",
    (tree, at) => {
      const leaf = tree.events[at]?.entryId ?? null;
      const numbered = SessionTree.of(tree.events);
      const leafNumber = leaf === null ? undefined : numbered.numberOf(leaf);
      const states = selectionStates(numbered, tree.links, leafNumber, branchStates(numbered, leafNumber));
      expect(
        Object.fromEntries([...numbered.numbers()].map((number) => [numbered.idOf(number), states.of(number)])),
      ).toEqual(Object.fromEntries(byTheDesign(tree, leaf)));
    },
  );

  test("a path of 50,000 entries, half of them summaries of branches as long, takes one walk and not one per summary", () => {
    const events: TreeEvent[] = [];
    const links: SelectionLink[] = [];
    for (let at = 0; at < 25_000; at++) {
      events.push({
        entryId: `m${at}`,
        parentId: at === 0 ? null : `b${at - 1}`,
        entryType: "message",
        contribution: "message",
      });
      events.push({
        entryId: `x${at}`,
        parentId: at === 0 ? null : `x${at - 1}`,
        entryType: "message",
        contribution: "message",
      });
      events.push({ entryId: `b${at}`, parentId: `m${at}`, entryType: "branch_summary", contribution: "summary" });
      links.push({ from: `b${at}`, relation: "branch-summary", to: `x${at}` });
    }
    const tree = SessionTree.of(events);
    const states = selectionStates(tree, links, tree.last, branchStates(tree, tree.last));
    expect(["m0", "b24999", "x0", "x24999"].map((id) => states.of(tree.numberOf(id) as number))).toEqual([
      "direct",
      "direct",
      "summarized",
      "summarized",
    ]);
  });
});
