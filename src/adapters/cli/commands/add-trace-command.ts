import type { Command } from "commander";
import { answerQuestion } from "../answer-question.ts";
import { printTrace } from "../printing/print-trace.ts";
import type { Surroundings } from "../surroundings.ts";
import { wholeNumber } from "../whole-number.ts";

/** `trace <sessionId> <entryId>`. */
export function addTraceCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("trace")
    .description("Show what one event is linked to: parent, children, siblings, calls and results, summaries, forks.")
    .argument("<sessionId>")
    .argument("<entryId>")
    .option("--depth <steps>", "1, or 2 for one more step (default: 1)", wholeNumber("--depth", 1, 2))
    .option("--no-sync", "answer from the index as it is")
    .action(async (sessionId: string, entryId: string, { depth }: { depth?: number }, command: Command) => {
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.trace({ sessionId, entryId, ...(depth !== undefined && { depth }) }, caller),
        print: printTrace,
      });
    });
}
