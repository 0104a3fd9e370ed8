import type { Command } from "commander";
import { answerQuestion } from "../../answer-question.ts";
import { printTranscript } from "../../printing/recall/print-transcript.ts";
import type { Surroundings } from "../../surroundings.ts";
import { wholeNumber } from "../../whole-number.ts";

interface ScrollOptions {
  readonly window?: number;
  readonly branchTip?: string;
}

/** `recall scroll <session> <messageId>`. */
export function addRecallScrollCommand(recall: Command, surroundings: Surroundings): void {
  recall
    .command("scroll")
    .description("Show the messages around one of a session.")
    .argument("<session>", "a session's id, or the path of its file")
    .argument("<messageId>")
    .option("--window <number>", "messages on each side, 1 to 20 (default: 5)", wholeNumber("--window", 1, 20))
    .option("--branch-tip <entryId>", "stay on the branch that ends here, as an answer names it")
    .option("--no-sync", "answer from the index as it is")
    .action(async (sessionId: string, aroundMessageId: string, options: ScrollOptions, command: Command) => {
      const { window, branchTip } = options;
      const request = {
        sessionId,
        aroundMessageId,
        ...(window !== undefined && { window }),
        ...(branchTip !== undefined && { branchTip }),
      };
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.recallScroll(request, caller),
        print: printTranscript,
      });
    });
}
