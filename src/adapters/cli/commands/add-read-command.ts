import type { Command } from "commander";
import { RecallError } from "../../../domain/model/errors.ts";
import { answerQuestion } from "../answer-question.ts";
import { oneOf } from "../one-of.ts";
import { printRead } from "../printing/print-read.ts";
import type { Surroundings } from "../surroundings.ts";
import { wholeNumber } from "../whole-number.ts";

interface ReadOptions {
  readonly fragment?: string;
  readonly offset?: number;
  readonly order?: "branch" | "append";
  readonly before?: number;
  readonly after?: number;
}

/** `read <sessionId> <entryId>`. */
export function addReadCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("read")
    .description("Read one event, with a window into a long text and with its neighbours.")
    .argument("<sessionId>")
    .argument("<entryId>")
    .option("--fragment <id>", "one fragment, as a hit names it, such as 0:user.text")
    .option(
      "--offset <characters>",
      "show at most 4,000 characters of --fragment from here",
      wholeNumber("--offset", 0),
    )
    .option(
      "--order <order>",
      "neighbours along the branch or in append order (default: branch)",
      oneOf("--order", ["branch", "append"]),
    )
    .option("--before <number>", "neighbours before, 0 to 10 (default: 0)", wholeNumber("--before", 0, 10))
    .option("--after <number>", "neighbours after, 0 to 10 (default: 0)", wholeNumber("--after", 0, 10))
    .option("--no-sync", "answer from the index as it is")
    .action(async (sessionId: string, entryId: string, options: ReadOptions, command: Command) => {
      if (options.offset !== undefined && options.fragment === undefined) {
        throw new RecallError("InvalidRequest", "--offset needs --fragment, which says in which text to begin.");
      }
      const { fragment, offset, order, before, after } = options;
      const request = {
        sessionId,
        entryId,
        ...(fragment !== undefined && { fragmentId: fragment }),
        ...(offset !== undefined && { offset }),
        ...(order !== undefined && { order }),
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      };
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.read(request, caller),
        print: printRead,
      });
    });
}
