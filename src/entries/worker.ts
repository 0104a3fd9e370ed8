import { parentPort } from "node:worker_threads";
import { serveHistory } from "../adapters/worker/serve-history.ts";
import { openHistory } from "../container.ts";

if (parentPort !== null) serveHistory(parentPort, openHistory);
