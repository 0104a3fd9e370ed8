import type { CoverageState } from "../../../domain/model/coverage.ts";
import type {
  RecallBrowsing,
  RecallDiscovery,
  RecallPreparation,
  RecallTranscript,
} from "../../../domain/model/recall.ts";

/** What `session_search` answers, by its `mode`. */
export type RecallAnswer = RecallBrowsing | RecallDiscovery | RecallTranscript | RecallPreparation;

/** What a result of `session_search` keeps beside its text. Pi writes it into the session file, so it is a few numbers. */
export interface RecallDetails {
  readonly tool: "session_search";
  readonly mode: RecallAnswer["mode"];
  /** Sessions, or the messages of a transcript: those in the answer, and all there are. */
  readonly shown: number;
  readonly total: number;
  readonly coverage: CoverageState;
}

export function recallDetails(answer: RecallAnswer): RecallDetails {
  const { mode, coverage } = answer;
  return { tool: "session_search", mode, ...countsOf(answer), coverage: coverage.state };
}

function countsOf(answer: RecallAnswer): Pick<RecallDetails, "shown" | "total"> {
  switch (answer.mode) {
    case "browse":
      return { shown: answer.sessions.length, total: answer.total };
    case "discovery":
      return { shown: answer.sessions.length, total: answer.totals.sessions };
    case "prepare-pattern-miner":
      return { shown: answer.sessions.length, total: answer.sessions.length };
    default:
      return { shown: answer.messages.length, total: answer.totalMessages };
  }
}
