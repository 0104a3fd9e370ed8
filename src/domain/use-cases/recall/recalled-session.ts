import { compareKnownDescending, compareTexts } from "../../model/compare.ts";
import type { RecalledSession } from "../../model/recall.ts";
import { boundFolder, boundName } from "../../text/bound-name.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";

/** A session as recall names it. */
export function recalledSession({ path, session }: SessionSourceRecord): RecalledSession {
  return {
    sessionId: session.sessionId,
    path,
    ...(session.name !== undefined && { name: boundName(session.name) }),
    cwd: boundFolder(session.cwd ?? ""),
    started: boundName(session.startedAt),
    ...(session.lastEntryTime !== null && { lastActivity: new Date(session.lastEntryTime).toISOString() }),
  };
}

/** Orders sessions by their last activity, the latest first; those that do not say stand last. */
export function compareActivity(one: SessionSourceRecord, other: SessionSourceRecord): number {
  return (
    compareKnownDescending(lastActivity(one), lastActivity(other)) ||
    compareTexts(one.session.sessionId, other.session.sessionId)
  );
}

function lastActivity({ session }: SessionSourceRecord): number | null {
  return session.lastEntryTime ?? session.startedTime;
}
