import { throwIfCancelled } from "../../model/cancellation.ts";
import { inventoryFailed, RecallError } from "../../model/errors.ts";
import type { MissingInventory, RecallPreparation, RepositoryInventoryReport } from "../../model/recall.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import type { CallOptions, Caller, RecallPrepareRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isAbsolutePath, isPathWithin } from "../scope/path-within.ts";
import type { Scope } from "../scope/resolve-scope.ts";
import { VisibleSessions } from "../visible-session.ts";
import { boundCorpus, type CorpusSession, PREPARATION_CHARACTERS } from "./bound-corpus.ts";
import { clampCount } from "./clamp-count.ts";
import { corpusLineages } from "./corpus-lineages.ts";
import { EntryColumns } from "./entry-columns.ts";
import { readInventory } from "./inventory/read-inventory.ts";
import { isTemporarySession } from "./is-temporary-session.ts";
import { loadConversation } from "./load-conversation.ts";
import { resolveRecallScope } from "./recall-scope.ts";
import { compareActivity, recalledSession } from "./recalled-session.ts";
import { leafOf, selectBranch } from "./select-branch.ts";
import { syncReportOf, syncWarningOf } from "./sync-report.ts";

const PREPARED_SESSIONS = { from: 1, to: 10, byDefault: 10 };

/**
 * A corpus to mine for repeated work: the most recent session of each of up to ten lineages, the caller's own session left out, and what the
 * repository's index names. `repository`: sessions that ran at the top of the caller's repository or below. `all`: every session that the caller
 * may see; then an inventory that fails is missing, and nothing else. Sessions in which nobody said anything are passed over. 50,000
 * characters of JSON in all, of which the inventory takes 10,000 at most.
 * Errors: `InvalidRequest`, also for `repository` outside of git; `InventoryFailed` for `repository`; `Cancelled`, whatever else failed.
 */
export async function prepareCorpus(
  request: RecallPrepareRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions = {},
): Promise<RecallPreparation> {
  const limit = validatePreparation(request);
  const found = await takeInventory(request, caller, parts, options);
  throwIfCancelled(options.signal);
  const scope = await resolveRecallScope(caller, parts);
  const recallable = scope.visible.filter((source) => !isTemporarySession(source));
  const others = recallable.filter((source) => source.key !== scope.own?.key);
  const candidates = found.top === undefined ? others : await within(found.top, others, scope, parts);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const lineages = corpusLineages(recallable, scope);
  const corpus: CorpusSession[] = [];
  const taken = new Set<string>();
  let unconfirmed = 0;
  for (const source of candidates.toSorted(compareActivity)) {
    if (corpus.length === limit) break;
    const { lineage = source.session.sessionId, lineageSessions = 1 } = lineages.get(source.key) ?? {};
    if (taken.has(lineage)) continue;
    const conversation = await load(source);
    if (conversation.messages.length === 0 && !conversation.unreadable) continue;
    taken.add(lineage);
    corpus.push({ ...recalledSession(source), lineage, lineageSessions, ...conversation });
  }
  const coverage = await coverageOf(scope, parts, outcome, unconfirmed);
  const syncWarning = syncWarningOf(coverage, outcome);
  const frame: RecallPreparation = {
    mode: "prepare-pattern-miner",
    scope: request.scope,
    sessions: [],
    inventory: found.inventory,
    sync: syncReportOf(scope, coverage, outcome),
    contentTruncated: false,
    coverage,
    ...(syncWarning && { syncWarning }),
  };
  const prepared = boundCorpus(corpus, PREPARATION_CHARACTERS - JSON.stringify(frame).length);
  const contentTruncated = prepared.length < corpus.length || prepared.some((session) => session.contentTruncated);
  return { ...frame, sessions: prepared, contentTruncated };

  async function load(
    source: SessionSourceRecord,
  ): Promise<Pick<CorpusSession, "messages" | "truncated" | "unreadable">> {
    const columns = await EntryColumns.read(source, sessions, parts, options);
    const { path } = selectBranch(columns, leafOf(source, columns, caller, scope.own));
    const loaded = await loadConversation(path, columns, source, parts, options);
    unconfirmed += loaded.unconfirmed;
    const isUnreadable = loaded.messages.length === 0 && loaded.unconfirmed > 0;
    return {
      messages: loaded.messages,
      truncated: loaded.truncated,
      ...(isUnreadable && { unreadable: true as const }),
    };
  }
}

/** The number of sessions asked for. Errors: `InvalidRequest`. */
export function validatePreparation({ scope, limit, skills = [] }: RecallPrepareRequest): number {
  if (scope !== "repository" && scope !== "all") {
    throw new RecallError("InvalidRequest", "`scope` must be `repository` or `all`.");
  }
  if (!Array.isArray(skills)) throw new RecallError("InvalidRequest", "`skills` must be a list.");
  return clampCount("limit", limit, PREPARED_SESSIONS);
}

interface TakenInventory {
  readonly inventory: RepositoryInventoryReport | MissingInventory;
  /** Folder at or below which sessions count; absent: any. */
  readonly top?: string;
}

async function takeInventory(
  { scope, skills = [] }: RecallPrepareRequest,
  caller: Caller,
  parts: HistoryParts,
  options: CallOptions,
): Promise<TakenInventory> {
  try {
    if (parts.inventory === undefined) throw inventoryFailed("It is not part of this history.");
    // Looked for without git first: outside of repositories nobody needs it.
    const workTree = isAbsolutePath(caller.cwd, parts.workspaces.style)
      ? await parts.workspaces.workTree(caller.cwd)
      : undefined;
    const named = workTree === undefined ? undefined : await parts.inventory.top(caller.cwd, options);
    if (workTree === undefined || named === undefined) {
      if (scope === "all") return { inventory: { available: false, reason: "not-a-git-repository" } };
      throw new RecallError(
        "InvalidRequest",
        "The working directory lies in no git repository: use `scope` `all` to prepare without one.",
      );
    }
    const top = await parts.workspaces.resolve(named);
    // `core.worktree` of a repository from elsewhere may name any folder of this machine, and another repository's index with it.
    if (top !== (await parts.workspaces.resolve(workTree))) {
      throw inventoryFailed("The repository's settings name another folder as its work tree.");
    }
    const inventory = await readInventory(top, skills, parts.inventory, parts, options);
    return { inventory, ...(scope === "repository" && { top }) };
  } catch (error) {
    throwIfCancelled(options.signal);
    const failure = error instanceof RecallError ? error : inventoryFailed("See the local log.", error);
    if (scope === "repository" || failure.code === "Cancelled") throw failure;
    parts.diagnostics.warn("The repository inventory failed.", { error });
    return { inventory: { available: false, reason: "inventory-failed" } };
  }
}

async function within(
  folder: string,
  sources: readonly SessionSourceRecord[],
  scope: Scope,
  { workspaces: { style } }: HistoryParts,
): Promise<readonly SessionSourceRecord[]> {
  const isWithin = await Promise.all(
    sources.map(async ({ session: { cwd } }) => {
      if (cwd === undefined || !isAbsolutePath(cwd, style)) return false;
      return isPathWithin(folder, await scope.resolve(cwd), style);
    }),
  );
  return sources.filter((_, at) => isWithin[at]);
}
