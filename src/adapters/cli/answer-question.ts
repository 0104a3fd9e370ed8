import type { Command } from "commander";
import type { Caller, History } from "../../domain/use-cases/history.ts";
import { createPage } from "./create-page.ts";
import type { Page } from "./printing/page.ts";
import { escapeForTerminal } from "../../domain/text/escape-for-terminal.ts";
import { toJson } from "./printing/to-json.ts";
import { readScope, type ScopeOptions } from "./read-scope.ts";
import type { OpenedHistory, Surroundings } from "./surroundings.ts";
import { syncWithProgress } from "./sync-with-progress.ts";
import { writeText } from "./write-text.ts";

/** What one command asks of the history, and how it shows the answer. */
export interface Question<Answer extends object> {
  readonly ask: (history: History, caller: Caller, opened: OpenedHistory) => Promise<Answer>;
  readonly print: (answer: Answer, page: Page) => string;
  /** The notices that the answer shows itself: those are not repeated on stderr. */
  readonly showsNotices?: (answer: Answer) => readonly string[];
  /** It needs the discovery index. Default false. */
  readonly discovery?: boolean;
}

/**
 * Opens the history, brings it up to date where the command has `--no-sync` and it is not given, asks, and writes one answer to stdout:
 * text for people, or with `--json` one object. Notices go to stderr. The history is closed in any case.
 */
export async function answerQuestion<Answer extends object>(
  command: Command,
  surroundings: Surroundings,
  question: Question<Answer>,
): Promise<void> {
  const options = command.optsWithGlobals<ScopeOptions & { readonly sync?: boolean }>();
  const scope = readScope(options, surroundings.environment);
  const opened = await surroundings.openHistory(scope.open);
  const { history, notices } = opened;
  let told = 0;
  /** More may come while the question is answered. */
  const tellNotices = async (shown: readonly string[] = []): Promise<void> => {
    const fresh = notices.slice(told).filter((notice) => !shown.includes(notice));
    told = notices.length;
    await writeNotices(fresh, surroundings);
  };
  try {
    if (question.showsNotices === undefined) await tellNotices();
    const { discovery = false } = question;
    if (options.sync === true) await syncWithProgress(history, scope.caller, surroundings.stderr, { discovery });
    const answer = await question.ask(history, scope.caller, opened);
    await tellNotices(question.showsNotices?.(answer));
    const text = options.json === true ? toJson(answer) : question.print(answer, createPage(surroundings, scope));
    await writeText(surroundings.stdout, `${text}\n`);
  } finally {
    await history.close();
  }
}

/** Notices for people, each on a line of its own. */
export async function writeNotices(notices: readonly string[], { stderr }: Surroundings): Promise<void> {
  for (const notice of notices) await writeText(stderr, `Note: ${escapeForTerminal(notice)}\n`);
}
