import type { SkippedRecord, SkipReason, StoredSource } from "../../ports/source-record.ts";
import { compareTexts } from "../model/compare.ts";
import type { Coverage, CoverageState } from "../model/coverage.ts";
import type { HistoryParts } from "./history-parts.ts";
import type { Scope } from "./scope/resolve-scope.ts";

/** What the last sync of this process left behind. */
export interface SyncOutcome {
  readonly isRunning: boolean;
  readonly hasFailed: boolean;
  /** Of one that failed: the public sentence. */
  readonly failure?: string;
  /** When it was cancelled (milliseconds since the epoch), which leaves open what it would have found. */
  readonly cancelledAt?: number;
  /** One went to its end. */
  readonly hasFinished: boolean;
  /** When the last one that went to its end began (milliseconds since the epoch). */
  readonly finishedFrom?: number;
  /** Directory items that are no session files, from the last walk. */
  readonly skipped: readonly SkippedRecord[];
}

/** Reasons that lose nothing a search could find. */
const HARMLESS = new Set<SkipReason>(["duplicate-session", "duplicate-entry-id"]);

/**
 * What part of the caller's history the index holds (design §11). Counts only what the caller may see; files that nobody can be
 * asked about, because they hold no session, count by reason for everyone. `unconfirmed`: events of the answer that their sources no
 * longer hold as they were indexed; one of them means that the index is behind.
 */
export async function coverageOf(
  scope: Scope,
  parts: HistoryParts,
  outcome: SyncOutcome,
  unconfirmed = 0,
): Promise<Coverage> {
  const known = scope.visible;
  const indexed = known.filter((source) => source.state === "indexed");
  const walks = await parts.store.walks();
  const roots = await Promise.all(parts.roots.map((root) => parts.workspaces.resolve(root)));
  const walked = roots.map((root) => walks.find((walk) => walk.root === root)?.completedAt);
  const skipped = new Map<SkipReason, number>();
  const count = ({ reason, count: more }: SkippedRecord): void =>
    void skipped.set(reason, (skipped.get(reason) ?? 0) + more);
  for (const source of [...known, ...scope.duplicates, ...scope.unidentified]) source.skipped.forEach(count);
  outcome.skipped.forEach(count);
  if (scope.duplicates.length > 0) count({ reason: "duplicate-session", count: scope.duplicates.length });
  // A file that lost its session to another one may win it back with what it holds by now.
  const isBehind =
    unconfirmed > 0 ||
    // Of whichever session they are: they count in the relevance of every hit (design §6).
    (await parts.store.holdsHidden()) ||
    [...known, ...scope.duplicates, ...scope.unidentified].some(isWaiting) ||
    !(await stillStands(known, parts));
  const { cancelledAt } = outcome;
  // Another process may have gone on where this one stopped.
  const isCutShort = cancelledAt !== undefined && !walked.every((at) => at !== undefined && at >= cancelledAt);
  const hasWalked = walked.every((at) => at !== undefined);
  const isLossy = [...skipped.keys()].some((reason) => !HARMLESS.has(reason));
  const state: CoverageState = outcome.hasFailed
    ? "error"
    : outcome.isRunning || isCutShort || isBehind || !(hasWalked || outcome.hasFinished)
      ? "catching-up"
      : isLossy || !hasWalked
        ? "partial"
        : "ready";
  return {
    state,
    sessions: { indexed: indexed.length, known: known.length },
    bytes: { indexed: sum(indexed, (source) => source.bytes), known: sum(known, (source) => source.bytes) },
    skipped: [...skipped]
      .map(([reason, total]) => ({ reason, count: total }))
      .toSorted((one, other) => compareTexts(one.reason, other.reason)),
    ...(hasWalked && walked.length > 0 && { lastCompleteWalk: new Date(Math.min(...walked)).toISOString() }),
  };
}

/** False when another process has changed files since the scope was worked out: what was matched meanwhile may be of neither state. */
async function stillStands(known: readonly StoredSource[], parts: HistoryParts): Promise<boolean> {
  const now = new Map((await parts.store.sources()).map((source) => [source.key, source]));
  return known.every((source) => {
    const today = now.get(source.key);
    return (
      today?.state === source.state && today.offset === source.offset && today.boundaryHash === source.boundaryHash
    );
  });
}

/** True for a file that a sync has still to take. One that memory has no room for is not waited for. */
export function isWaiting(source: StoredSource): boolean {
  return source.state === "pending" && !source.skipped.some(({ reason }) => reason === "beyond-memory");
}

function sum<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((total, item) => total + figure(item), 0);
}
