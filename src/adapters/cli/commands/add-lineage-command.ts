import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { printLineage } from "../printing/print-lineage.ts";
import type { Surroundings } from "../surroundings.ts";

/** `lineage <sessionId>`. */
export function addLineageCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("lineage")
    .description("Show the sessions that a session was forked from and those forked from it.")
    .argument("<sessionId>")
    .option("--no-sync", "answer from the index as it is")
    .action(async (sessionId: string, _options: object, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.lineage({ sessionId }, caller),
        print: (answer, page) => printLineage(answer, sessionId, page),
      });
    });
}
