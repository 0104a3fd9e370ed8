import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { Diagnostics } from "../../ports/diagnostics.ts";
import { ownFolder, prepareOwnFolder } from "./own-folder.ts";

/** Bytes after which the log is set aside, once per process, when it is opened. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;

/** Says nothing. */
export const silentDiagnostics: Diagnostics = { warn: () => {}, error: () => {} };

/**
 * The local log, `<agentDir>/pi-event-recall/log.ndjson` (0600): one JSON object per line with `level`, `time`, `pid`, `msg` and the facts;
 * errors are written with stack and causes. Opened at the first message and written synchronously, so that nothing is lost when the
 * process dies. Never throws; where the file cannot be opened, messages are dropped. A log over 4 MiB becomes `log.old.ndjson`.
 */
export function createFileDiagnostics(agentDir: string): Diagnostics {
  let logger: Logger | undefined;
  const write = (level: "warn" | "error", message: string, facts: Readonly<Record<string, unknown>> = {}) => {
    try {
      logger ??= openLogger(agentDir);
      logger[level](describeErrors(facts), message);
    } catch {
      // The log is the last place to report to: a message that cannot be written is dropped, the next one tries again.
    }
  };
  return {
    warn: (message, facts) => write("warn", message, facts),
    error: (message, facts) => write("error", message, facts),
  };
}

function openLogger(agentDir: string): Logger {
  prepareOwnFolder(agentDir);
  const destination = pino.destination({ dest: openLog(ownFolder(agentDir)), sync: true });
  // Without a listener a full disk would end the process.
  destination.on("error", () => {});
  return pino({ base: { pid: process.pid }, timestamp: stdTimeFunctions.isoTime }, destination);
}

function openLog(folder: string): number {
  const path = join(folder, "log.ndjson");
  const open = () =>
    openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  let descriptor = open();
  if (fstatSync(descriptor).size > MAX_LOG_BYTES) {
    closeSync(descriptor);
    renameSync(path, join(folder, "log.old.ndjson"));
    descriptor = open();
  }
  fchmodSync(descriptor, 0o600);
  return descriptor;
}

function describeErrors(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      fact instanceof Error ? stdSerializers.errWithCause(fact) : fact,
    ]),
  );
}
