import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { WORKER_LIMITS } from "../../../src/adapters/worker/worker-limits.ts";
import type { Coverage } from "../../../src/domain/model/coverage.ts";

const SCRIPT = fileURLToPath(new URL("measured-sync.ts", import.meta.url));

export interface MeasuredSync {
  readonly coverage: Coverage;
  readonly seconds: number;
  /** Most resident memory of the process, in MB of 1,000,000 bytes. */
  readonly megabytes: number;
  /** The same before it opened anything: what Node.js itself takes. */
  readonly megabytesBefore: number;
}

/** The limits of a worker's thread as those of a process: three semi-spaces make a young generation. */
const LIMITS = [
  `--max-semi-space-size=${WORKER_LIMITS.maxYoungGenerationSizeMb / 3}`,
  `--max-old-space-size=${WORKER_LIMITS.maxOldGenerationSizeMb}`,
];

/** Builds an index in a process of its own, with the memory limits of a worker. Rejects when that fails, with what it said. */
export async function measureSync(place: { readonly sessions: string; readonly index: string }): Promise<MeasuredSync> {
  const { stdout } = await promisify(execFile)(process.execPath, [...LIMITS, SCRIPT, JSON.stringify(place)]);
  return JSON.parse(stdout) as MeasuredSync;
}
