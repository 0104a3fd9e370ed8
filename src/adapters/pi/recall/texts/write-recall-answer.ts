import type { RecallAnswer } from "../recall-details.ts";
import { writeBrowsing } from "./write-browsing.ts";
import { writeDiscovery } from "./write-discovery.ts";
import { writePreparation } from "./write-preparation.ts";
import { writeTranscript } from "./write-transcript.ts";

/** The answer of `session_search` for the model, in whichever mode. Below 50 KB and 2,000 lines. */
export function writeRecallAnswer(answer: RecallAnswer): string {
  switch (answer.mode) {
    case "browse":
      return writeBrowsing(answer);
    case "discovery":
      return writeDiscovery(answer);
    case "prepare-pattern-miner":
      return writePreparation(answer);
    default:
      return writeTranscript(answer);
  }
}
