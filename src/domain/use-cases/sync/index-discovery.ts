import type { DiscoveryMark } from "../../../ports/discovery-record.ts";
import type { StoredEvent } from "../../../ports/event-record.ts";
import type { EngineFragment } from "../../../ports/search-engine.ts";
import type { SourceKey, StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { RecallError } from "../../model/errors.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import { isSessionPlace } from "../scope/session-place.ts";
import { discoveredFragments, isDiscovered } from "./discovered-fragments.ts";
import { DiscoveryBatch } from "./discovery-batch.ts";
import { isUpToDate } from "./sync-history.ts";

/** Times in a row that another process was quicker without a commit in between; afterwards the work is left to it. */
const MAX_LOST_ROUNDS = 5;
const EVENTS_AT_ONCE = 256;
/** Milliseconds of reading without a pause. */
const LONGEST_STRETCH_MS = 10;
/** Of the bytes that an index may take: the rest is for what every search needs. */
const SHARE_OF_CAPACITY = 0.5;

export interface DiscoveryOptions extends CallOptions {
  /** The session that whoever waits runs in: it comes last, since its own discovery leaves it out. */
  readonly ownSessionId?: string;
}

/**
 * Brings the discovery index up to date with the event index (design §11), whose syncs go before: the newest sessions first, in short commits.
 * Every text is read from its source; where a file does not hold it any more, the rest of that file is left to the next sync. Several
 * processes may do so at once. What was committed before a failure or a cancellation stays. Nothing to do where there is no discovery
 * index. Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function indexDiscovery(parts: HistoryParts, options: DiscoveryOptions = {}): Promise<void> {
  if (parts.discovery === undefined) return;
  const work: DiscoveryWork = { parts, options, left: new Set(), contested: new Set(), commits: 0 };
  for (let lost = 0; lost < MAX_LOST_ROUNDS; ) {
    const backlog = await orderedBacklog(work);
    if (backlog.length === 0) return;
    const before = work.commits;
    const batch = new DiscoveryBatch(parts);
    try {
      for (const [mark, source] of backlog) if (!(await takeSource(mark, source, batch, work))) return;
      if (await batch.flush()) work.commits++;
    } catch (error) {
      if (!(error instanceof RecallError && error.code === "Conflict")) throw error;
      // The other process is at these files: this one goes on with others.
      for (const source of batch.sources) work.contested.add(source);
      lost = work.commits > before ? 0 : lost + 1;
    }
  }
}

interface DiscoveryWork {
  readonly parts: HistoryParts;
  readonly options: DiscoveryOptions;
  /** Files that are left to the next sync. */
  readonly left: Set<SourceKey>;
  /** Files that another process was quicker with. */
  readonly contested: Set<SourceKey>;
  commits: number;
}

/** Sessions in force with a backlog, in the order in which they are taken. */
async function orderedBacklog({
  parts,
  options,
  left,
  contested,
}: DiscoveryWork): Promise<[DiscoveryMark, SessionSourceRecord][]> {
  const sources = new Map((await parts.store.sources()).map((source) => [source.key, source]));
  const roots = await Promise.all(parts.roots.map((root) => parts.workspaces.resolve(root)));
  const isInForce = ({ path }: StoredSource): boolean =>
    roots.some((root) => isSessionPlace(root, path, parts.workspaces.style));
  const backlog = (await parts.store.undiscovered()).flatMap((mark): [DiscoveryMark, SessionSourceRecord][] => {
    const source = left.has(mark.source) ? undefined : sources.get(mark.source);
    return source !== undefined && isSession(source) && isInForce(source) ? [[mark, source]] : [];
  });
  const comesLate = ({ key, session }: SessionSourceRecord): number =>
    contested.has(key) ? 2 : session.sessionId === options.ownSessionId ? 1 : 0;
  return backlog.toSorted(
    ([, one], [, other]) => comesLate(one) - comesLate(other) || lastEntry(other) - lastEntry(one),
  );
}

function lastEntry({ session }: SessionSourceRecord): number {
  return session.lastEntryTime ?? Number.NEGATIVE_INFINITY;
}

function isSession(source: StoredSource): source is SessionSourceRecord {
  return source.session !== undefined;
}

/** Takes the events of a file behind its mark. False when there is no room for any more. Errors: `Conflict`, `Cancelled`. */
async function takeSource(
  mark: DiscoveryMark,
  source: SessionSourceRecord,
  batch: DiscoveryBatch,
  work: DiscoveryWork,
): Promise<boolean> {
  const { parts, options } = work;
  let pausedAt = parts.clock.now();
  for (let at = mark; ; ) {
    const events = await parts.store.eventsBehind(at, EVENTS_AT_ONCE);
    for (const event of events) {
      throwIfCancelled(options.signal);
      const fragments = await readFragments(event, source, parts);
      if (fragments === undefined) {
        work.left.add(mark.source);
        return true;
      }
      batch.take(at, event.key, fragments);
      at = { ...mark, through: event.key };
      if (batch.isFull) {
        if (await isAtCapacity(parts)) return false;
        if (await batch.flush()) work.commits++;
        pausedAt = parts.clock.now();
      } else if (parts.clock.now() - pausedAt > LONGEST_STRETCH_MS) {
        await parts.clock.turn();
        pausedAt = parts.clock.now();
      }
    }
    if (events.length < EVENTS_AT_ONCE) return true;
  }
}

/** What an event adds, none where its text is gone for good; undefined where the file has to be looked at again first. */
async function readFragments(
  event: StoredEvent,
  source: SessionSourceRecord,
  parts: HistoryParts,
): Promise<EngineFragment[] | undefined> {
  if (!event.fragments.some(isDiscovered)) return [];
  const loaded = await loadEvent(event, source, parts);
  if (loaded) return discoveredFragments(loaded).map((fragment) => ({ ...fragment, event: event.key }));
  return (await isRewritten(event, source, parts)) ? [] : undefined;
}

/**
 * True when the file is the one that was indexed, as far as a look at it tells, and can be read, and yet holds something else: no sync will
 * notice, and waiting for one would keep the rest of the session out for ever. `doctor` finds it.
 */
async function isRewritten(event: StoredEvent, source: StoredSource, parts: HistoryParts): Promise<boolean> {
  const file = await parts.source.look(source.path);
  if (file === undefined || !isUpToDate(file, source)) return false;
  const last = await parts.source.bytes(source.path, event.byteOffset + event.byteLength - 1, 1);
  return last.length === 1;
}

async function isAtCapacity({ store, capacityBytes }: HistoryParts): Promise<boolean> {
  return capacityBytes !== undefined && (await store.describe()).bytes >= capacityBytes * SHARE_OF_CAPACITY;
}
