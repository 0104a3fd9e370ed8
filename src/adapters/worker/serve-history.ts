import { createBirpc } from "birpc";
import { HistoryHost, type HistoryOpener } from "./history-host.ts";
import type { ClientFunctions, HostFunctions } from "./protocol.ts";

/** The host's end of the channel: `parentPort`, or one port of a `MessageChannel`. */
export interface HostPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
  close(): void;
}

/**
 * Answers one client over a port until it says stop. The history is opened with the options that come first; where that fails, every
 * call fails with the reason and tries again. Calls run side by side, so a query does not wait for a sync. After stop the thread has
 * nothing left to wait for and ends by itself, with code 0.
 */
export function serveHistory(port: HostPort, openHistory: HistoryOpener): void {
  const host = new HistoryHost(
    openHistory,
    (id, progress) => void client.$callEvent("progress", id, progress),
    () => port.close(),
  );
  const client = createBirpc<ClientFunctions, HostFunctions, false>(host, {
    post: (message) => port.postMessage(message),
    on: (listener) => void port.on("message", listener),
    bind: "functions",
    proxify: false,
    timeout: -1,
    // An answer that cannot be copied goes back as that error instead.
    onGeneralError: () => true,
  });
}
