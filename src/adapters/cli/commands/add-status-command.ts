import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { printStatus } from "../printing/print-status.ts";
import type { Surroundings } from "../surroundings.ts";

/** `status`: reports the index as it is, so it never syncs. */
export function addStatusCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("status")
    .description("Say where the index is, what it covers, and what this workspace sees of it.")
    .action(async (_options: object, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.status(caller),
        print: printStatus,
        showsNotices: (answer) => answer.notices,
      });
    });
}
