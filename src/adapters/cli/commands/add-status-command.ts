import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { printStatus, type StatusAnswer } from "../printing/print-status.ts";
import type { Surroundings } from "../surroundings.ts";

/** Latest messages of the local log that `status` shows. */
const SHOWN_MESSAGES = 5;

/** `status`: reports the index as it is, so it never syncs. */
export function addStatusCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("status")
    .description("Say where the index is, what it covers, and what this workspace sees of it.")
    .action(async (_options: object, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: async (history, caller, { log }): Promise<StatusAnswer> => ({
          ...(await history.status(caller)),
          program: { version: program.version() ?? "", node: process.versions.node },
          log: log.recent(SHOWN_MESSAGES),
        }),
        print: printStatus,
        showsNotices: (answer) => answer.notices,
      });
    });
}
