import type { Command } from "commander";
import { answerQuestion } from "../../answer-question.ts";
import { printBrowsing } from "../../printing/recall/print-browsing.ts";
import type { Surroundings } from "../../surroundings.ts";
import { wholeNumber } from "../../whole-number.ts";

/** `recall browse`. */
export function addRecallBrowseCommand(recall: Command, surroundings: Surroundings): void {
  recall
    .command("browse")
    .description("Show recent sessions with their beginning, latest activity first.")
    .option("--limit <number>", "sessions at most, 1 to 10 (default: 3)", wholeNumber("--limit", 1, 10))
    .option("--no-sync", "answer from the index as it is")
    .action(async ({ limit }: { limit?: number }, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.recallBrowse(limit === undefined ? {} : { limit }, caller),
        print: printBrowsing,
      });
    });
}
