import { resolve } from "node:path";
import type { Command } from "commander";
import { BRANCH_STATES, SELECTION_STATES } from "../../../domain/model/vocabulary.ts";
import { parseEventQuery } from "../../../domain/query/parse-event-query.ts";
import { validateFilter } from "../../../domain/query/validate-request.ts";
import type { EventSearchRequest } from "../../../domain/use-cases/history.ts";
import { answerQuestion } from "../answer-question.ts";
import { collect } from "../collect.ts";
import { printSearch } from "../printing/print-search.ts";
import { currentFolder } from "../read-scope.ts";
import type { Surroundings } from "../surroundings.ts";
import { wholeNumber } from "../whole-number.ts";

interface SearchOptions {
  readonly session?: string;
  readonly cwd?: string;
  readonly kind?: readonly string[];
  readonly entryType?: readonly string[];
  readonly role?: readonly string[];
  readonly tool?: readonly string[];
  readonly errors?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly branch?: readonly string[];
  readonly selection?: readonly string[];
  readonly limit?: number;
}

/** `search <query>`. */
export function addSearchCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("search")
    .description('Find events that hold every term and every "quoted phrase" of the query.')
    .argument("<query...>", "terms and quoted phrases; put -- before words that begin with a dash")
    .option("--session <id>", "only this session")
    .option("--cwd <dir>", "only sessions that ran in this folder or below")
    .option("--kind <kind>", "only this kind of text, such as user.text or tool.result (repeatable)", collect)
    .option("--entry-type <type>", "only this type of entry, such as message or compaction (repeatable)", collect)
    .option("--role <role>", "only messages of this role, such as user or toolResult (repeatable)", collect)
    .option("--tool <name>", "only calls and results of this tool (repeatable)", collect)
    .option("--errors", "only failed tool calls, failed answers and failed commands")
    .option("--from <time>", "not before this date or time")
    .option("--to <time>", "not after this date or time; a date includes its whole day (UTC)")
    .option("--branch <state>", `${BRANCH_STATES.join(", ")} (repeatable)`, collect)
    .option("--selection <state>", `${SELECTION_STATES.join(", ")} (repeatable)`, collect)
    .option("--limit <number>", "hits at most, 1 to 50 (default: 10)", wholeNumber("--limit", 1, 50))
    .option("--no-sync", "answer from the index as it is")
    .action(async (words: readonly string[], options: SearchOptions, command: Command) => {
      const request = requestOf(words.join(" "), options, currentFolder(surroundings.environment));
      // Bad input must not wait for a first indexing.
      parseEventQuery(request.query);
      validateFilter(request);
      await answerQuestion(command, surroundings, {
        ask: (history, caller) => history.search(request, caller),
        print: (answer, page) => printSearch(answer, request.query, page),
      });
    });
}

function requestOf(query: string, options: SearchOptions, folder: string): EventSearchRequest {
  const { from, to } = options;
  return {
    query,
    ...(options.session !== undefined && { sessionId: options.session }),
    ...(options.cwd !== undefined && { cwd: resolve(folder, options.cwd) }),
    ...(options.kind && { kinds: options.kind }),
    ...(options.entryType && { entryTypes: options.entryType }),
    ...(options.role && { roles: options.role }),
    ...(options.tool && { toolNames: options.tool }),
    ...(options.errors === true && { errorOnly: true }),
    ...((from !== undefined || to !== undefined) && {
      time: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    }),
    ...(options.branch && { branchStates: options.branch }),
    ...(options.selection && { selectionStates: options.selection }),
    ...(options.limit !== undefined && { limit: options.limit }),
  };
}
