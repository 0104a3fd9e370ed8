import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { faultsInTables } from "../faults-in-tables.ts";
import { CALLER, contentOf, freshContent } from "../index-content.ts";
import { scanSessions } from "../scan-sessions.ts";
import { hashSessions, type Model, type World } from "../world.ts";

const QUERIES = ["retry", "budget the", "重试", "yrter", "regrown", '"torn retry"', "rollback"];
/** Reasons that lose nothing a search could find. */
const HARMLESS = ["duplicate-session", "duplicate-entry-id"];

/** Syncs with one process or with both at once; afterwards the index must be what a fresh one would be. */
export class SyncAndCompare implements fc.AsyncCommand<Model, World> {
  readonly #who: 0 | 1 | "both";

  constructor(who: 0 | 1 | "both") {
    this.#who = who;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    const before = hashSessions(world.sessions);
    const syncing = this.#who === "both" ? world.histories : world.histories.slice(this.#who, this.#who + 1);
    await Promise.all(syncing.map(({ history }) => history.sync(CALLER)));
    // What one has left to the other is done now; where nothing is left this reads nothing.
    for (const { history } of syncing) await history.sync(CALLER);
    world.figures.syncs += syncing.length;
    for (const file of model.files) delete file.isRewritten;
    await expectFresh(world, before);
  }

  toString(): string {
    return `SyncAndCompare(${this.#who})`;
  }
}

async function expectFresh(world: World, before: string): Promise<void> {
  const fresh = await freshContent(world.sessions, QUERIES);
  const [first, second] = world.histories;
  if (!first || !second) throw new Error("The world has two histories.");
  expect(await contentOf(first, QUERIES)).toEqual(fresh);
  // The rows are the same ones; what a process keeps of them in memory is its own.
  expect(await contentOf(second, ["retry"])).toEqual(await contentOf(first, ["retry"]));
  expect(faultsInTables(world.index)).toEqual([]);
  const coverage = await first.history.status(CALLER).then((status) => status.coverage);
  const scanned = scanSessions(world.sessions);
  const skipped = new Map(coverage.skipped.map(({ reason, count }) => [reason, count]));
  expect(skipped.get("malformed-line") ?? 0).toBe(scanned.malformed);
  expect(coverage.sessions).toEqual({ indexed: scanned.sessionIds.size, known: scanned.sessionIds.size });
  expect(coverage.state).toBe([...skipped.keys()].every((reason) => HARMLESS.includes(reason)) ? "ready" : "partial");
  expect(await first.store.sweep(1), "nothing is left to be swept").toBe(false);
  expect(hashSessions(world.sessions), "session files are never written").toBe(before);
}
