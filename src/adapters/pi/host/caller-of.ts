import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Caller } from "../../../domain/use-cases/history.ts";
import { invokingEntry } from "./invoking-entry.ts";

/**
 * Who asks from within a session. `toolCallId`: the call that asks; absent for a person's command. A call that the session does not hold
 * is cut off at the live leaf: better one entry too few than its own query.
 */
export function callerOf(context: ExtensionContext, toolCallId?: string): Caller {
  const { sessionManager, cwd } = context;
  const leafId = sessionManager.getLeafId();
  const invokedBy = toolCallId === undefined ? undefined : (invokingEntry(sessionManager, toolCallId) ?? leafId);
  return {
    cwd,
    session: { sessionId: sessionManager.getSessionId(), leafId, ...(invokedBy != null && { invokedBy }) },
  };
}
