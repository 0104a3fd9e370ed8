import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { printSessions } from "../printing/print-sessions.ts";
import type { Surroundings } from "../surroundings.ts";
import { wholeNumber } from "../whole-number.ts";

/** `sessions`. */
export function addSessionsCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("sessions")
    .description("List the sessions, latest activity first.")
    .option("--limit <number>", "sessions at most (default: all)", wholeNumber("--limit", 1))
    .option("--no-sync", "answer from the index as it is")
    .action(async ({ limit }: { limit?: number }, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.sessions(limit === undefined ? {} : { limit }, caller),
        print: printSessions,
      });
    });
}
