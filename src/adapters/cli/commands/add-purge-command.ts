import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { printPurge } from "../printing/print-purge.ts";
import type { Surroundings } from "../surroundings.ts";

/** `purge`: works on the whole index, so the option of every command, `--all`, means the index itself here. */
export function addPurgeCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("purge")
    .description("Take what only removed sessions held off the disk; with --all, delete the index itself.")
    .action(async (_options: object, command: Command) => {
      const { all = false } = command.optsWithGlobals<{ all?: boolean }>();
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.purge({ all }, caller),
        print: printPurge,
      });
    });
}
