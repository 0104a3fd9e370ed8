import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { coverageOf } from "../../src/domain/use-cases/coverage-of.ts";
import { resolveScope } from "../../src/domain/use-cases/scope/resolve-scope.ts";
import { syncHistory } from "../../src/domain/use-cases/sync/sync-history.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";
import { WORKSPACES } from "../corpus/write-corpus.ts";
import { type Cost, measure, meanCost } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";
import { bareWalk } from "./bare-walk.ts";
import { measureWarmStart } from "./warm-start.ts";

const SESSIONS = 5_000;
const OUTCOME = { isRunning: false, hasFailed: false, hasFinished: true, skipped: [] };

/**
 * Many sessions: what a store of 5,000 small sessions costs before any search begins (authorization, lineages, coverage), and a sync
 * that finds nothing changed, by itself and with everything that opening takes, against a bare walk with one `lstat` per file.
 */
export async function manySessions(scratch: string, rounds: number): Promise<BenchRow[]> {
  const folder = join(scratch, "many-sessions");
  rmSync(folder, { recursive: true, force: true });
  for (let number = 0; number < SESSIONS; number++) writeSmallSession(folder, number);
  const index = openIndexFile(join(folder, "index.sqlite"));
  const parts = openParts(index, folder);
  await syncHistory(parts);
  const [scopes, syncs, walks]: [Cost[], Cost[], Cost[]] = [[], [], []];
  for (let round = -2; round < rounds * 3; round++) {
    const walk = await measure(() => bareWalk(folder));
    const sync = await measure(() => syncHistory(parts));
    const caller = { cwd: WORKSPACES[0] as string, workspaces: WORKSPACES.slice(0, 1) };
    const scope = await measure(async () => coverageOf(await resolveScope(caller, parts), parts, OUTCOME));
    if (round < 0) continue;
    scopes.push(scope.cost);
    syncs.push(sync.cost);
    walks.push(walk.cost);
  }
  await index.store.close();
  const place = { sessions: folder, index: join(folder, "index.sqlite") };
  const warm = await measureWarmStart("warm start, small sessions", place, SESSIONS, rounds * 3);
  rmSync(folder, { recursive: true, force: true });
  const query = meanCost(scopes);
  return [
    {
      what: "scope and coverage",
      measured: query.cpu,
      byWallClock: query.wall,
      unit: "ms per query over 5,000 sessions",
      facts: {},
    },
    ratioRow(
      { what: "sync without changes", unit: "× bare walk and stat of 5,000 files", bound: 2 },
      meanCost(syncs),
      meanCost(walks),
    ),
    warm,
  ];
}

function writeSmallSession(root: string, number: number): void {
  const cwd = WORKSPACES[number % WORKSPACES.length] as string;
  const folder = join(root, `--${cwd.slice(1).replaceAll("/", "-")}--`);
  if (number < WORKSPACES.length) mkdirSync(folder, { recursive: true });
  const timestamp = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString();
  const message = { role: "user", content: [{ type: "text", text: `Session number ${number} asks for a change.` }] };
  const lines = [
    { type: "session", version: 3, id: `session-${number}`, timestamp, cwd },
    { type: "message", id: "e1", parentId: null, timestamp, message },
    { type: "message", id: "e2", parentId: "e1", timestamp, message: { ...message, role: "assistant" } },
  ];
  writeFileSync(join(folder, `${number}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
