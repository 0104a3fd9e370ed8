import type { EventKey } from "../../ports/event-record.ts";
import type { Connection } from "./connection.ts";
import { deleteKeys } from "./event-keys.ts";
import { retiredSource } from "./source-rows.ts";

/**
 * Deletes rows of retired sources, of at most so many event keys, and answers whether some are left. Call inside a write transaction.
 * Cost: the rows deleted.
 */
export function sweepRows(connection: Connection, limit: number): boolean {
  let left = limit;
  for (let source = retiredSource(connection); source !== undefined; source = retiredSource(connection)) {
    const ranges = connection.statement("SELECT first, last FROM key_range WHERE source = ? ORDER BY first");
    for (const [first, last] of ranges.all(source) as [EventKey, EventKey][]) {
      if (left <= 0) return true;
      const end = Math.min(last, first + left - 1);
      deleteKeys(connection, [[first, end]]);
      connection.command("DELETE FROM key_range WHERE first = ?").run(first);
      if (end < last) {
        connection.command("INSERT INTO key_range (first, last, source) VALUES (?, ?, ?)").run(end + 1, last, source);
      }
      left -= end - first + 1;
    }
    if (connection.pluck("SELECT 1 FROM key_range WHERE source = ? LIMIT 1").get(source) !== undefined) return true;
    connection.command("DELETE FROM source WHERE key = ?").run(source);
  }
  return false;
}
