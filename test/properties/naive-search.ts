import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Event } from "../../src/domain/model/event.ts";
import { projectEntry } from "../../src/domain/projection/project-entry.ts";
import { analyze } from "../../src/domain/text/analyzer.ts";

interface NaiveSession {
  readonly path: string;
  readonly id: string;
  readonly started: number;
  readonly parent?: string;
  readonly events: readonly Event[];
}

export interface NaiveHit {
  readonly sessionId: string;
  readonly entryId: string;
  readonly fragmentId: string;
  readonly matchingFragmentCount: number;
  readonly copies: readonly string[];
}

/** Reads every session file of a folder in the plainest way. */
export function readNaively(folder: string): NaiveSession[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => {
      const path = join(folder, name);
      const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
      const header = JSON.parse(lines[0] as string);
      const events = new Map<string, Event>();
      for (const [position, line] of lines.entries()) {
        if (position === 0 || line === "") continue;
        const event = projectEntry(JSON.parse(line), { position, version: 3, previousEntryId: null });
        if (event === undefined) continue;
        events.delete(event.entryId);
        events.set(event.entryId, event);
      }
      return {
        path,
        id: header.id,
        started: Date.parse(header.timestamp),
        ...(header.parentSession && { parent: header.parentSession }),
        events: [...events.values()],
      };
    });
}

/** The answer to a query of words over every session, worked out from scratch: the oracle for both engines. */
export function searchNaively(
  sessions: readonly NaiveSession[],
  clauses: readonly (readonly string[])[],
  accepts: (event: Event, fragment: Event["fragments"][number]) => boolean = () => true,
): { hits: NaiveHit[]; totals: { events: number; fragments: number } } {
  const fragments = sessions.flatMap((session) =>
    session.events.flatMap((event) =>
      event.fragments.map((fragment) => ({ session, event, fragment, tokens: analyze(fragment.text) })),
    ),
  );
  const average = fragments.reduce((sum, { tokens }) => sum + tokens.length, 0) / fragments.length;
  const distinct = [...new Map(clauses.map((clause) => [clause.join(" "), clause])).values()];
  const weights = distinct.map((clause) => {
    const holding = fragments.filter(({ tokens }) => occurrences(clause, tokens) > 0).length;
    const idf = Math.log((fragments.length - holding + 0.5) / (holding + 0.5));
    return idf > 0 ? idf : 1e-6;
  });
  const matches = fragments
    .filter(({ session, event, fragment, tokens }) => {
      if (fragment.isOwnCall || answersOwnCall(event, session.events) || !accepts(event, fragment)) return false;
      return distinct.every((clause) => occurrences(clause, tokens) > 0);
    })
    .map((match) => {
      const relevance = distinct.reduce((sum, clause, at) => {
        const frequency = occurrences(clause, match.tokens);
        const norm = frequency + 1.2 * (1 - 0.75 + (0.75 * match.tokens.length) / average);
        return sum + (weights[at] as number) * ((frequency * 2.2) / norm);
      }, 0);
      return { ...match, relevance: Math.round(relevance * 1e9) / 1e9 };
    });
  const events = new Map<Event, typeof matches>();
  for (const match of matches) events.set(match.event, [...(events.get(match.event) ?? []), match]);
  const strongest = [...events.values()].map((group) => ({
    ...(group.toSorted(
      (a, b) => b.relevance - a.relevance || a.fragment.ordinal - b.fragment.ordinal,
    )[0] as (typeof matches)[number]),
    count: group.length,
  }));
  const copies = new Map<string, typeof strongest>();
  for (const item of strongest) {
    const texts = item.event.fragments.map((fragment) => [fragment.kind, fragment.text]);
    const identity = JSON.stringify([
      rootOf(item.session, sessions).id,
      item.event.entryId,
      item.event.entryType,
      texts,
    ]);
    copies.set(identity, [...(copies.get(identity) ?? []), item]);
  }
  const canonical = [...copies.values()].map((group) => {
    const [first, ...others] = group.toSorted(
      (a, b) =>
        depthOf(a.session, sessions) - depthOf(b.session, sessions) ||
        a.session.started - b.session.started ||
        (a.session.id < b.session.id ? -1 : 1),
    );
    return { ...(first as (typeof strongest)[number]), others };
  });
  canonical.sort(
    (a, b) =>
      b.relevance - a.relevance ||
      (b.event.time ?? Number.NEGATIVE_INFINITY) - (a.event.time ?? Number.NEGATIVE_INFINITY) ||
      (a.session.id < b.session.id ? -1 : a.session.id > b.session.id ? 1 : 0) ||
      (a.event.entryId < b.event.entryId ? -1 : a.event.entryId > b.event.entryId ? 1 : 0),
  );
  return {
    hits: canonical.map(({ session, event, fragment, count, others }) => ({
      sessionId: session.id,
      entryId: event.entryId,
      fragmentId: `${fragment.ordinal}:${fragment.kind}`,
      matchingFragmentCount: count,
      copies: others.map((other) => other.session.id),
    })),
    totals: { events: events.size, fragments: matches.length },
  };
}

/** True when the call that a result answers, on its own path, ran our command line. */
function answersOwnCall(event: Event, events: readonly Event[]): boolean {
  const path: Event[] = [];
  for (let at: Event | undefined = event; at && !path.includes(at); ) {
    path.unshift(at);
    const parentId: string | null = at.parentId;
    at = events.find((other) => other.entryId === parentId);
  }
  const open: { callId: string; isOwn: boolean }[] = [];
  let answered: { isOwn: boolean } | undefined;
  for (const { links } of path) {
    answered = undefined;
    for (const link of links) {
      if (link.type === "tool-call") open.push({ callId: link.callId, isOwn: link.runsOwnTool ?? false });
      if (link.type !== "tool-result") continue;
      const at = open.findLastIndex(({ callId }) => callId === link.callId);
      if (at >= 0) [answered] = open.splice(at, 1);
    }
  }
  return answered?.isOwn ?? false;
}

function occurrences(clause: readonly string[], tokens: readonly string[]): number {
  return tokens.filter((_, at) => clause.every((token, step) => tokens[at + step] === token)).length;
}

function parentOf(session: NaiveSession, sessions: readonly NaiveSession[]): NaiveSession | undefined {
  return sessions.find((other) => other.path === session.parent);
}

function rootOf(session: NaiveSession, sessions: readonly NaiveSession[]): NaiveSession {
  const parent = parentOf(session, sessions);
  return parent ? rootOf(parent, sessions) : session;
}

function depthOf(session: NaiveSession, sessions: readonly NaiveSession[]): number {
  const parent = parentOf(session, sessions);
  return parent ? depthOf(parent, sessions) + 1 : 0;
}
