import { Worker } from "node:worker_threads";
import { createSessionRecallExtension } from "../adapters/pi/session-recall-extension.ts";
import { openWorkerHistory } from "../adapters/worker/open-worker-history.ts";
import { WORKER_LIMITS } from "../adapters/worker/worker-limits.ts";

// Beside this file once it is bundled, so it cannot be named from what both extension files share.
const worker = new URL("./worker.js", import.meta.url);
const createWorker = (): Worker => new Worker(worker, { resourceLimits: WORKER_LIMITS });
// Pi waits for all of `session_shutdown`, of which 100 ms are ours (design §12).
const shutdownMs = 80;

export default createSessionRecallExtension({
  openHistory: (options) => openWorkerHistory({ createWorker, options, shutdownMs }),
});
