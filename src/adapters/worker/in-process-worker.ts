import { MessageChannel } from "node:worker_threads";
import type { HistoryOpener } from "./history-host.ts";
import { serveHistory } from "./serve-history.ts";
import type { WorkerLike } from "./worker-connection.ts";

/**
 * A host in this thread behind the same protocol, for `openWorkerHistory`: what crosses is copied as between threads, and stopping exits
 * with code 0.
 */
export function createInProcessWorker(openHistory: HistoryOpener): WorkerLike {
  const { port1: hostPort, port2: port } = new MessageChannel();
  serveHistory(hostPort, openHistory);
  hostPort.unref();
  return {
    postMessage: (message) => port.postMessage(message),
    on(event: "message" | "messageerror" | "error" | "exit", listener: (value: never) => void) {
      if (event === "exit") port.on("close", () => listener(0 as never));
      else if (event === "message") port.on("message", (message) => listener(message as never));
    },
    ref: () => port.ref(),
    unref: () => port.unref(),
  };
}
