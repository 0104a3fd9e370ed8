import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Event } from "../../src/domain/model/event.ts";
import { projectEntry } from "../../src/domain/projection/project-entry.ts";
import { analyze } from "../../src/domain/text/analyzer.ts";
import type { Caller, EventSearchRequest } from "../../src/domain/use-cases/history.ts";

export interface NaiveSession {
  readonly path: string;
  readonly id: string;
  readonly cwd: string;
  readonly started: number;
  readonly parent?: string;
  /** In append order. */
  readonly events: readonly Event[];
}

type Filters = Omit<EventSearchRequest, "query" | "limit">;
type Found = { readonly session: NaiveSession; readonly event: Event; readonly fragments: number };

/** Every session that Pi wrote below a folder, read in the plainest way. */
export function readSessions(folder: string): NaiveSession[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  return names.map((name) => {
    const path = join(folder, name);
    const [header, ...entries] = readFileSync(path, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    const events = entries.map((entry, at) =>
      projectEntry(entry, { position: at + 1, version: 3, previousEntryId: null }),
    );
    return {
      path,
      id: header.id,
      cwd: header.cwd,
      started: Date.parse(header.timestamp),
      ...(header.parentSession && { parent: header.parentSession }),
      events: events.filter((event) => event !== undefined),
    };
  });
}

/** Everything that matches, before copies collapse: the rules of a search, one after the other, from scratch. */
export function matchNaively(
  sessions: readonly NaiveSession[],
  clauses: readonly (readonly string[])[],
  filters: Filters,
  caller: Caller,
): Found[] {
  const own = sessions.find((session) => session.id === caller.session?.sessionId);
  const asked = filters.sessionId === "current" && caller.session ? own?.id : filters.sessionId;
  return sessions.flatMap((session) => {
    if (asked === undefined ? session === own : session.id !== asked) return [];
    if (filters.cwd !== undefined && !isBelow(session.cwd, filters.cwd)) return [];
    const cutoff =
      session === own ? session.events.findIndex(({ entryId }) => entryId === caller.session?.invokedBy) : -1;
    const path = selectedPath(session, session === own ? caller.session?.leafId : undefined);
    return session.events.flatMap((event, at) => {
      if (cutoff >= 0 && at >= cutoff) return [];
      if (asked === undefined && own && isInherited(event, session, own, sessions)) return [];
      if (!passes(event, filters, path.has(event.entryId))) return [];
      const fragments = event.fragments.filter(({ kind, toolName, isOwnCall, text }) => {
        if (filters.kinds && !filters.kinds.includes(kind)) return false;
        if (filters.toolNames ? !filters.toolNames.includes(toolName ?? "\u0000") : isOwnCall) return false;
        const tokens = analyze(text);
        return clauses.every((clause) =>
          tokens.some((_, from) => clause.every((token, step) => tokens[from + step] === token)),
        );
      });
      return fragments.length > 0 ? [{ session, event, fragments: fragments.length }] : [];
    });
  });
}

/** One name per distinct event, at the copy that stands for all, with the number of the others. */
export function collapseNaively(found: readonly Found[], sessions: readonly NaiveSession[]): string[] {
  const groups = Map.groupBy(found, ({ session, event }) => `${rootOf(session, sessions).id} ${identityOf(event)}`);
  return [...groups.values()].map((group) => {
    const [first] = group.toSorted(
      (one, other) =>
        depthOf(one.session, sessions) - depthOf(other.session, sessions) ||
        one.session.started - other.session.started ||
        (one.session.id < other.session.id ? -1 : 1),
    );
    return `${first?.session.id}/${first?.event.entryId} +${group.length - 1}`;
  });
}

function passes(event: Event, filters: Filters, isSelected: boolean): boolean {
  const { entryTypes, roles, errorOnly, time, branchStates } = filters;
  if (entryTypes && !entryTypes.includes(event.entryType)) return false;
  if (roles && !roles.includes(event.knownRole ?? "")) return false;
  if (errorOnly && !event.isError) return false;
  if (time?.from !== undefined && !((event.time ?? Number.NaN) >= Date.parse(time.from))) return false;
  if (time?.to !== undefined && !((event.time ?? Number.NaN) <= Date.parse(time.to))) return false;
  return !branchStates || branchStates.includes(isSelected ? "selected" : "alternate");
}

function selectedPath({ events }: NaiveSession, leafId?: string | null): Set<string> {
  const byId = new Map(events.map((event) => [event.entryId, event]));
  const path = new Set<string>();
  const leaf = leafId === undefined ? events.at(-1)?.entryId : leafId;
  for (let id = leaf ?? null; id !== null; id = byId.get(id)?.parentId ?? null) path.add(id);
  return path;
}

/** The caller's session holds the same event, and both sessions come from one root. */
function isInherited(
  event: Event,
  session: NaiveSession,
  own: NaiveSession,
  sessions: readonly NaiveSession[],
): boolean {
  if (rootOf(session, sessions) !== rootOf(own, sessions)) return false;
  return own.events.some((other) => identityOf(other) === identityOf(event));
}

function identityOf({ entryId, entryType, fragments }: Event): string {
  return JSON.stringify([entryId, entryType, fragments.map(({ kind, text }) => [kind, text])]);
}

function isBelow(path: string, folder: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (at === folder) return true;
    if (at === dirname(at)) return false;
  }
}

function rootOf(session: NaiveSession, sessions: readonly NaiveSession[]): NaiveSession {
  const parent = sessions.find((other) => other.path === session.parent);
  return parent ? rootOf(parent, sessions) : session;
}

function depthOf(session: NaiveSession, sessions: readonly NaiveSession[]): number {
  const parent = sessions.find((other) => other.path === session.parent);
  return parent ? depthOf(parent, sessions) + 1 : 0;
}
