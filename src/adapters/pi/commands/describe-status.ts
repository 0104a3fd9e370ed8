import type { Coverage } from "../../../domain/model/coverage.ts";
import type { IndexStatus } from "../../../domain/model/session-listing.ts";
import { formatBytes, formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import type { LogEntry } from "../../../ports/log-reader.ts";
import { describeLogEntry } from "./describe-log.ts";
import { describeSettings } from "./describe-settings.ts";

/** What `/event-recall status` tells: one line per fact. */
export function describeStatus(status: IndexStatus, version: string, lastErrors: readonly LogEntry[]): string[] {
  const { coverage } = status;
  return [
    `Event history: ${describeState(coverage)}`,
    ...describeSkipped(coverage),
    `Index: ${status.index} (${formatBytes(status.indexBytes)}, ${status.engine})`,
    ...list("Workspace", status.workspaces),
    ...list("Sessions read from", status.roots),
    `Version: pi-event-recall ${version}, index ${status.version}, Node.js ${process.versions.node}`,
    ...(status.settings === undefined ? [] : ["Settings:", ...describeSettings(status.settings)]),
    ...status.notices.map((notice) => `Note: ${notice}`),
    ...(lastErrors.length === 0 ? [] : ["Last errors (/event-recall log tells more):"]),
    ...lastErrors.map((entry) => `  ${describeLogEntry(entry)}`),
  ];
}

/** `ready, 12 of 12 sessions (3.4 MB)`. */
export function describeState({ state, sessions, bytes }: Coverage): string {
  const words = { ready: "ready", "catching-up": "catching up", partial: "ready, with gaps", error: "not up to date" };
  if (sessions.known === 0) return `${words[state]}, no session of this workspace is known`;
  const share =
    sessions.indexed >= sessions.known
      ? `${formatCount(sessions.known, "session")} (${formatBytes(bytes.known)})`
      : `${formatNumber(sessions.indexed)} of ${formatCount(sessions.known, "session")} (${formatBytes(bytes.indexed)} of ${formatBytes(bytes.known)})`;
  return `${words[state]}, ${share}`;
}

/** `Skipped: malformed-line 3`, or nothing. */
export function describeSkipped({ skipped }: Coverage): string[] {
  const counts = skipped
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${reason} ${formatNumber(count)}`);
  return counts.length === 0 ? [] : [`Skipped: ${counts.join(", ")}`];
}

function list(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}: ${values.join(", ")}`];
}
