import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { RecallError } from "../../../domain/model/errors.ts";
import { describeIndexed } from "../describe-indexed.ts";
import { type IndexAnswer, printIndex } from "../printing/print-index.ts";
import type { Surroundings } from "../surroundings.ts";
import { syncWithProgress } from "../sync-with-progress.ts";
import { watchSessions } from "../watch-sessions.ts";

/** `index`: brings the index up to date and says what it holds. */
export function addIndexCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("index")
    .description("Bring the index up to date with the session files.")
    .option("--watch", "keep it up to date until stopped (Ctrl+C)")
    .action(async ({ watch }: { watch?: boolean }, command: Command) => {
      if (watch === true) return watchSessions(command, surroundings);
      let failed = false;
      await answerQuestion<IndexAnswer>(command, surroundings, {
        ask: async (history, caller) => {
          const coverage = await syncWithProgress(history, caller, surroundings.stderr);
          failed = coverage.state === "error";
          return describeIndexed(history, caller, coverage);
        },
        print: printIndex,
      });
      if (failed) {
        throw new RecallError(
          "IndexUnavailable",
          "The index could not be brought up to date: run the command again, or use --index memory.",
        );
      }
    });
}
