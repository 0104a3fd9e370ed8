import type { Command } from "commander";
import { answerQuestion } from "../../answer-question.ts";
import { printTranscript } from "../../printing/recall/print-transcript.ts";
import type { Surroundings } from "../../surroundings.ts";

/** `recall read <session>`. */
export function addRecallReadCommand(recall: Command, surroundings: Surroundings): void {
  recall
    .command("read")
    .description("Read a session along its selected branch; of a long one its first 20 and last 10 messages.")
    .argument("<session>", "a session's id, or the path of its file")
    .option("--no-sync", "answer from the index as it is")
    .action(async (sessionId: string, _options: object, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.recallRead({ sessionId }, caller),
        print: printTranscript,
      });
    });
}
