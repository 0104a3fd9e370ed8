import type { DiscoveredSession, RecallDiscovery } from "../../../../src/domain/model/recall.ts";
import type { Caller, RecallDiscoverRequest } from "../../../../src/domain/use-cases/history.ts";
import { ALPHA, type Engine, type OpenedCase, withCase } from "../../../cases-trees/open-case.ts";
import { sessionFile, type SessionFileOptions } from "../../../support/session-file.ts";

export type Ask = (request: string | RecallDiscoverRequest, caller?: Caller) => Promise<RecallDiscovery>;

/** Sessions in a fresh folder, searchable by now: of `/ws/alpha` unless they say otherwise. */
export function withSearchableSessions(
  engine: Engine,
  sessions: readonly SessionFileOptions[] | ((folder: string) => void),
  act: (discover: Ask, opened: OpenedCase) => Promise<void>,
): Promise<void> {
  const place =
    typeof sessions === "function"
      ? sessions
      : (folder: string) => sessions.forEach((options) => sessionFile(folder, { cwd: "/ws/alpha", ...options }));
  return withCase({ engine, place, discovery: true }, async (opened) => {
    const discover: Ask = (request, caller = ALPHA) =>
      opened.history.recallDiscover(typeof request === "string" ? { query: request } : request, caller);
    await act(discover, opened);
  });
}

/** The sessions that were found, in order. */
export const foundIds = ({ sessions }: RecallDiscovery): string[] => sessions.map(({ sessionId }) => sessionId);

/** The parts of a snippet that are said to match. */
export const marked = ({ snippet, matches }: DiscoveredSession): string[] =>
  matches.map(({ start, end }) => snippet.slice(start, end));
