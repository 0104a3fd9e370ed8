import type { Command } from "commander";
import { RecallError } from "../../../domain/model/errors.ts";
import { answerQuestion } from "../answer-question.ts";
import { type OpenAnswer, printOpen } from "../printing/print-open.ts";
import { runProgram } from "../run-program.ts";
import type { Surroundings } from "../surroundings.ts";

/** `open <sessionId> [entryId]`: the one command that shows where a session's file is, since a person has to name it to Pi. */
export function addOpenCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("open")
    .description("Print the Pi command that resumes a session, or run it.")
    .argument("<sessionId>")
    .argument("[entryId]", "an event of the session, to be told how to go to it")
    .option("--run", "run the command: Pi takes this terminal over")
    .option("--no-sync", "answer from the index as it is")
    .action(async (sessionId: string, entryId: string | undefined, { run }: { run?: boolean }, command: Command) => {
      if (run === true && command.optsWithGlobals<{ json?: boolean }>().json === true) {
        throw new RecallError("InvalidRequest", "--run hands the terminal to Pi: leave out --json.");
      }
      let words: OpenAnswer["command"] = [];
      await answerQuestion(command, surroundings, {
        ask: async (history, caller): Promise<OpenAnswer> => {
          const location = await history.open({ sessionId, ...(entryId !== undefined && { entryId }) }, caller);
          words = ["pi", "--session", location.path];
          return { ...location, command: words };
        },
        print: printOpen,
      });
      if (run === true) await runProgram(words, surroundings.environment.env);
    });
}
