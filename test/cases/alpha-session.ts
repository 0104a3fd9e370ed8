import { type SessionFileOptions, sessionText } from "../support/session-file.ts";

/** The text of a session `s1` of the workspace `/ws/alpha` with the given entries. */
export function alphaSession(
  entries: SessionFileOptions["entries"],
  more: Partial<Omit<SessionFileOptions, "entries">> = {},
): string {
  return sessionText({ id: "s1", cwd: "/ws/alpha", ...more, ...(entries && { entries }) });
}
