import type { Connection } from "./connection.ts";

/**
 * Takes the names out of fragment classes that no event has any more: a tool may be known by removed sessions alone. Their codes stay
 * taken, because another process may still know them by their old meaning. Call inside a write transaction. Cost: every event.
 */
export function forgetUnusedClasses(connection: Connection): void {
  const used = new Set<string>();
  for (const encoded of connection.pluck("SELECT DISTINCT fragments FROM event").iterate() as Iterable<string>) {
    for (const code of encoded) used.add(code);
  }
  const forget = connection.command("UPDATE fragment_class SET kind = -1, tool = NULL WHERE code = ?");
  for (const code of connection.pluck("SELECT code FROM fragment_class WHERE kind >= 0").all() as number[]) {
    if (!used.has(String.fromCodePoint(code))) forget.run(code);
  }
}
