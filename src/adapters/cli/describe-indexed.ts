import type { Coverage } from "../../domain/model/coverage.ts";
import type { Caller, History } from "../../domain/use-cases/history.ts";
import type { IndexAnswer } from "./printing/print-index.ts";

/** What the index holds of the sessions that the caller may see. */
export async function describeIndexed(history: History, caller: Caller, coverage: Coverage): Promise<IndexAnswer> {
  const { sessions } = await history.sessions({}, caller);
  const events = sessions.reduce((sum, session) => sum + session.events, 0);
  return { totals: { sessions: sessions.length, events }, coverage };
}
