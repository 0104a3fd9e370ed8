import { RecallError } from "../../../domain/model/errors.ts";
import type { CommandAccess } from "../commands/command-access.ts";
import { callerOf } from "./caller-of.ts";
import type { SessionHost } from "./session-host.ts";
import type { StartableHistory } from "./startable-history.ts";

/**
 * What `/event-recall` gets. Commands are registered before the session starts, so the history is looked up with each call.
 * Errors of every question: `IndexUnavailable` where there is none.
 */
export function createCommandAccess(hostInForce: () => SessionHost | undefined, version: () => string): CommandAccess {
  const history = (): StartableHistory => {
    const host = hostInForce();
    if (host !== undefined) return host.history;
    throw new RecallError("IndexUnavailable", "The history is not running in this session.");
  };
  return {
    get version() {
      return version();
    },
    callerOf: (context) => callerOf(context),
    readLog: async (count) => {
      try {
        return await history().log(count);
      } catch {
        return { place: "", entries: [] };
      }
    },
    history: {
      status: async (...question) => history().status(...question),
      sync: async (...question) => history().sync(...question),
      verify: async (...question) => history().verify(...question),
      open: async (...question) => history().open(...question),
    },
  };
}
