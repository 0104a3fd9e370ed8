import type { EventSearchAnswer } from "../../../domain/model/hit.ts";
import { writeCount } from "./write-facts.ts";
import { writeName, writeWord } from "./write-name.ts";

/** Why nothing matched: what each term finds alone, what each filter costs, and whether the caller's own session would answer. */
export function writeNoMatch({ noMatch, coverage }: EventSearchAnswer): string[] {
  const lines: string[] = [];
  // Where no session is visible every count is zero, and coverage has said why.
  const clauses = coverage.sessions.known === 0 ? [] : (noMatch?.clauses ?? []);
  if (clauses.length > 1 || clauses.some(({ events }) => events > 0)) {
    const counts = clauses.map(({ text, events }) => `${writeName(text, 80)} ${events}`);
    lines.push(`Events with each term alone: ${counts.join(", ")}.`);
  }
  const filters = noMatch?.filters ?? [];
  if (filters.length > 0) {
    const counts = filters.map(({ name, events }) => `${writeWord(name, 40)} ${events}`);
    lines.push(`Events without one filter: ${counts.join(", ")}.`);
  }
  const own = noMatch?.ownSession ?? 0;
  if (own > 0)
    lines.push(`Your session was left out and has ${writeCount(own, "match", "matches")}: sessionId: "current".`);
  return lines;
}
