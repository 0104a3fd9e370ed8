import type { SourceKey } from "../../../ports/source-record.ts";
import type { PreparedSession } from "../../model/recall.ts";
import { compareAge, type SessionSourceRecord } from "../../tree/lineage.ts";
import type { Scope } from "../scope/resolve-scope.ts";

/**
 * How the lineages of some sessions are cited: by the id of their first session among these, so that nothing tells of a parent that the
 * caller may not see.
 */
export function corpusLineages(
  sessions: readonly SessionSourceRecord[],
  { lineages }: Pick<Scope, "lineages">,
): ReadonlyMap<SourceKey, Pick<PreparedSession, "lineage" | "lineageSessions">> {
  const depthOf = (source: SessionSourceRecord): number => lineages.get(source.key)?.depth ?? 0;
  const oldestFirst = sessions.toSorted((one, other) => depthOf(one) - depthOf(other) || compareAge(one, other));
  const groups = Object.groupBy(oldestFirst, (source) => lineages.get(source.key)?.lineage ?? `session ${source.key}`);
  return new Map(
    Object.values(groups).flatMap((group = []) => {
      const cited = { lineage: group[0]?.session.sessionId ?? "", lineageSessions: group.length };
      return group.map((source) => [source.key, cited] as const);
    }),
  );
}
