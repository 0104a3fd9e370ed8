import { join } from "node:path";
import { openBetterSqlite3Index } from "../../../src/adapters/sqlite/better-sqlite3-index.ts";

// A process that opens one new index file after the other, each at a moment that other processes open it at too, and names its failures.
const { folder, count, startAt } = JSON.parse(process.argv[2] ?? "{}") as {
  folder: string;
  count: number;
  startAt: number;
};
const PAUSE_MS = 25;
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const failures: string[] = [];
for (let number = 0; number < count; number++) {
  // Asleep until shortly before: a process that spins keeps the others from their moment.
  Atomics.wait(sleeper, 0, 0, Math.max(0, startAt + number * PAUSE_MS - Date.now()));
  try {
    const { store } = openBetterSqlite3Index({ file: join(folder, `index-${number}.sqlite`), version: "race" });
    const completedAt = number + 1;
    await store.commit({ walks: [{ root: `/${process.pid}`, completedAt }] });
    await store.close();
  } catch (error) {
    failures.push(`${number}: ${String(error)} ${String((error as Error).cause)}`);
  }
}
process.stdout.write(JSON.stringify(failures));
