import type { Command } from "commander";
import { RecallError } from "../../../domain/model/errors.ts";
import { answerQuestion } from "../answer-question.ts";
import { printVerification } from "../printing/print-verification.ts";
import type { Surroundings } from "../surroundings.ts";
import { showProgress, syncWithProgress } from "../sync-with-progress.ts";

/** `doctor`: compares the index with the session files and mends it; with `--check` it only reports, and nothing is written. */
export function addDoctorCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("doctor")
    .description("Compare the whole index with the session files, and repair what differs.")
    .option("--check", "only report")
    .action(async ({ check = false }: { check?: boolean }, command: Command) => {
      let isOk = true;
      const { stderr } = surroundings;
      await answerQuestion(command, surroundings, {
        ask: async (history, caller) => {
          if (!check) await syncWithProgress(history, caller, stderr);
          const found = await showProgress(stderr, "Comparing", (onProgress) =>
            history.verify({ repair: !check }, caller, onProgress && { onProgress }),
          );
          isOk = found.ok;
          return found;
        },
        print: printVerification,
      });
      if (isOk) return;
      throw new RecallError(
        "IndexUnavailable",
        check
          ? "The index differs from the session files: pi-event-recall doctor repairs it."
          : "The index could not be repaired: delete it with pi-event-recall purge --all, the next command builds it anew.",
      );
    });
}
