import type { StoredEvent } from "../../ports/event-record.ts";
import type { EventStore } from "../../ports/event-store.ts";
import type { Event } from "../model/event.ts";
import { branchStates } from "../tree/branch-states.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import { decidesSelection, type SelectionLink, selectionStates } from "../tree/selection-states.ts";
import { SessionTree, type TreeEvent } from "../tree/session-tree.ts";

/** Entries that are looked at one by one; where more would be needed, looking at the whole session at once is the quicker way. */
const MOST_ENTRIES = 10_000;

/** An entry, and the record that the index has of it; absent for one that was appended since. */
interface Step {
  readonly event: TreeEvent;
  readonly stored?: StoredEvent;
  /** The links that decide selection. */
  readonly links: readonly SelectionLink[];
}

/** An entry that may have other states at another leaf. */
export interface EntryAtLeaf {
  readonly entryId: string;
  readonly states: Pick<StoredEvent, "branchState" | "selectionState">;
  readonly stored?: StoredEvent;
}

/**
 * States at another leaf than the one that the index has states for: of every entry that may have others there, and of all that were
 * appended. Looks only at the entries that the two paths do not share, at what either leaf's context is read from, and at what that
 * stands for (design §11: work depends on the affected branch depth, not on the session). Undefined where that does not tell, or would
 * take more than looking at the whole session. Cost: one look-up per entry on the way.
 */
export async function statesAlongPath(
  source: SessionSourceRecord,
  leafId: string,
  appended: readonly Event[],
  store: EventStore,
): Promise<readonly EntryAtLeaf[] | undefined> {
  const surroundings = new LeafSurroundings(source, appended, store);
  return (await surroundings.collect(leafId)) ? surroundings.statesAt(leafId) : undefined;
}

class LeafSurroundings {
  readonly #source: SessionSourceRecord;
  readonly #appended: ReadonlyMap<string, Event>;
  readonly #store: EventStore;
  /** What was looked at; undefined for ids that the session does not hold. */
  readonly #steps = new Map<string, Step | undefined>();
  /** Entries whose states are worked out. Those at the upper ends stand as roots: the rest of their way is the same at both leaves. */
  readonly #taken = new Map<string, TreeEvent>();

  constructor(source: SessionSourceRecord, appended: readonly Event[], store: EventStore) {
    this.#source = source;
    this.#appended = new Map(appended.map((event) => [event.entryId, event]));
    this.#store = store;
  }

  /** Looks at everything that decides the states. False where that is too much, or does not tell. */
  async collect(leafId: string): Promise<boolean> {
    const fresh = await this.#walkUp(leafId, isOnOldPath);
    const parting = fresh?.end;
    // Paths without a common entry change what hangs beside them, all the way up.
    if (fresh === undefined || parting === undefined) return false;
    const left = await this.#walkUp(this.#source.session.leafId ?? null, (step) => step === parting);
    if (left === undefined) return false;
    const contexts = [new ContextSearch(fresh.steps), new ContextSearch(left.steps)];
    // Where the paths part counts in any case: what both leave there hangs on it.
    const isAbove = (step: Step): boolean => step !== parting && contexts.every(({ isDone }) => isDone);
    const shared = await this.#walkUp(parting.event.entryId, isAbove, contexts);
    if (shared === undefined) return false;
    const onPaths = [...fresh.steps, ...left.steps, ...shared.steps];
    for (const step of onPaths) this.#take(step);
    // The path goes on above, but nothing there changes.
    if (shared.end) this.#takeAsRoot(shared.steps.at(-1));
    for (const { relation, to } of onPaths.flatMap(({ links }) => links)) {
      if (relation !== "compaction-first-kept" && !(await this.#takeBranch(to, relation !== "branch-summary")))
        return false;
    }
    for (const entryId of this.#appended.keys()) if (!(await this.#takeBranch(entryId, false))) return false;
    return true;
  }

  statesAt(leafId: string): readonly EntryAtLeaf[] {
    const tree = SessionTree.of(this.#taken.values());
    const leaf = tree.numberOf(leafId);
    const links = [...this.#taken.keys()].flatMap((entryId) => this.#steps.get(entryId)?.links ?? []);
    const branches = branchStates(tree, leaf);
    const selections = selectionStates(tree, links, leaf, branches);
    return Array.from(tree.numbers(), (number) => {
      const stored = this.#steps.get(tree.idOf(number))?.stored;
      const states = { branchState: branches.of(number), selectionState: selections.of(number) };
      return { entryId: tree.idOf(number), states, ...(stored && { stored }) };
    });
  }

  /**
   * Entries from one toward the root, up to and without the one at which it ends. Undefined where the walk comes back to itself, or is too
   * long. `contexts`: told of every entry.
   */
  async #walkUp(
    from: string | null,
    isEnd: (step: Step) => boolean,
    contexts: readonly ContextSearch[] = [],
  ): Promise<{ readonly steps: readonly Step[]; readonly end?: Step } | undefined> {
    const steps = new Set<Step>();
    for (let entryId = from; entryId !== null; ) {
      const step: Step | undefined = await this.#look(entryId);
      if (step === undefined) break;
      if (isEnd(step)) return { steps: [...steps], end: step };
      if (steps.has(step) || this.#steps.size > MOST_ENTRIES) return undefined;
      steps.add(step);
      for (const context of contexts) context.pass(step);
      entryId = step.event.parentId;
    }
    return { steps: [...steps] };
  }

  /** Takes an entry beside the paths and what lies above it, up to where it joins them. `isTarget`: its own state is at stake. */
  async #takeBranch(from: string, isTarget: boolean): Promise<boolean> {
    const walk = await this.#walkUp(from, (step) => this.#taken.has(step.event.entryId) || isOnOldPath(step));
    if (walk === undefined) return false;
    const isTaken = walk.end === undefined || this.#taken.has(walk.end.event.entryId);
    // An entry of the paths further up than was looked at.
    if (isTarget && walk.steps.length === 0 && !isTaken) return false;
    for (const step of walk.steps) this.#take(step);
    if (!isTaken) this.#takeAsRoot(walk.steps.at(-1));
    return true;
  }

  #take({ event }: Step): void {
    this.#taken.set(event.entryId, event);
  }

  #takeAsRoot(step: Step | undefined): void {
    if (step) this.#taken.set(step.event.entryId, { ...step.event, parentId: null });
  }

  async #look(entryId: string): Promise<Step | undefined> {
    if (!this.#steps.has(entryId)) this.#steps.set(entryId, await this.#find(entryId));
    return this.#steps.get(entryId);
  }

  async #find(entryId: string): Promise<Step | undefined> {
    const appended = this.#appended.get(entryId);
    if (appended) return { event: appended, links: selectionLinksOf(appended) };
    const stored = await this.#store.event(this.#source.key, entryId);
    if (stored === undefined) return undefined;
    const mayLink =
      stored.contribution === "compaction" ||
      stored.entryType === "branch_summary" ||
      stored.entryType === "context_edit";
    const links = mayLink ? await this.#store.relationsFrom(this.#source.key, entryId) : [];
    return { event: stored, stored, links: links.filter(({ relation }) => decidesSelection(relation)) };
  }
}

/** The links of an event that decide selection. */
export function selectionLinksOf({ entryId: from, links }: Event): readonly SelectionLink[] {
  return links.flatMap((link) =>
    "entryId" in link && decidesSelection(link.type) ? [{ from, relation: link.type, to: link.entryId }] : [],
  );
}

/** The states in the index are those at the stored leaf. */
function isOnOldPath({ stored }: Step): boolean {
  return stored?.branchState === "selected";
}

/** Finds on the way up where a leaf's context begins: at the first entry that the latest compaction keeps. */
class ContextSearch {
  isDone = false;
  #firstKept: string | undefined;

  /** `steps`: the way from the leaf so far. */
  constructor(steps: readonly Step[]) {
    for (const step of steps) this.pass(step);
  }

  pass({ event, links }: Step): void {
    if (this.isDone) return;
    if (this.#firstKept === undefined) {
      if (event.contribution !== "compaction") return;
      this.#firstKept = links.find(({ relation }) => relation === "compaction-first-kept")?.to ?? event.entryId;
    }
    this.isDone = event.entryId === this.#firstKept;
  }
}
