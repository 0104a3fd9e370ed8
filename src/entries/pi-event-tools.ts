import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { createEventToolsExtension } from "../adapters/pi/event-tools-extension.ts";
import { openWorkerHistory } from "../adapters/worker/open-worker-history.ts";
import { WORKER_LIMITS } from "../adapters/worker/worker-limits.ts";

// Beside this file once it is bundled.
const worker = new URL("./worker.js", import.meta.url);
const createWorker = (): Worker => new Worker(worker, { resourceLimits: WORKER_LIMITS });
// Pi waits for all of `session_shutdown`, of which 100 ms are ours (design §12).
const shutdownMs = 80;

export default createEventToolsExtension({
  openHistory: (options) => openWorkerHistory({ createWorker, options, shutdownMs }),
  version: () => (createRequire(import.meta.url)("../../package.json") as { version: string }).version,
});
