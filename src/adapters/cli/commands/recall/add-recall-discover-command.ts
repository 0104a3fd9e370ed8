import { resolve } from "node:path";
import type { Command } from "commander";
import { parseRecallQuery } from "../../../../domain/query/parse-recall-query.ts";
import { validateFilter } from "../../../../domain/query/validate-request.ts";
import type { RecallDiscoverRequest } from "../../../../domain/use-cases/history.ts";
import { answerQuestion } from "../../answer-question.ts";
import { oneOf } from "../../one-of.ts";
import { printDiscovery } from "../../printing/recall/print-discovery.ts";
import { currentFolder } from "../../read-scope.ts";
import type { Surroundings } from "../../surroundings.ts";
import { wholeNumber } from "../../whole-number.ts";

interface DiscoverOptions {
  readonly cwd?: string;
  readonly role?: "user" | "assistant";
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

/** `recall discover <query>`. */
export function addRecallDiscoverCommand(recall: Command, surroundings: Surroundings): void {
  recall
    .command("discover")
    .description("Find sessions by what you and the assistant said: parts of words, OR, NOT, ( ), stem*, NEAR(a b, n).")
    .argument("<query...>", "the query; put -- before words that begin with a dash")
    .option("--cwd <dir>", "only sessions that ran in this folder or below")
    .option("--role <role>", "only messages of user or assistant", oneOf("--role", ["user", "assistant"]))
    .option("--from <time>", "not before this date or time")
    .option("--to <time>", "not after this date or time; a date includes its whole day (UTC)")
    .option("--limit <number>", "sessions at most, 1 to 10 (default: 3)", wholeNumber("--limit", 1, 10))
    .option("--no-sync", "answer from the index as it is")
    .action(async (words: readonly string[], options: DiscoverOptions, command: Command) => {
      const request = requestOf(words.join(" "), options, currentFolder(surroundings.environment));
      // Bad input must not wait for a first indexing.
      parseRecallQuery(request.query);
      validateFilter(request.time === undefined ? {} : { time: request.time });
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.recallDiscover(request, caller),
        print: printDiscovery,
        discovery: true,
      });
    });
}

function requestOf(
  query: string,
  { cwd, role, from, to, limit }: DiscoverOptions,
  folder: string,
): RecallDiscoverRequest {
  return {
    query,
    ...(cwd !== undefined && { cwd: resolve(folder, cwd) }),
    ...(role !== undefined && { role }),
    ...((from !== undefined || to !== undefined) && {
      time: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    }),
    ...(limit !== undefined && { limit }),
  };
}
