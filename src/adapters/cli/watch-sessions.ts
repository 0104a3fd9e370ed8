import type { Command } from "commander";
import { writeNotices } from "./answer-question.ts";
import { createPage } from "./create-page.ts";
import { describeFailure } from "./describe-failure.ts";
import { describeIndexed } from "./describe-indexed.ts";
import { printIndex } from "./printing/print-index.ts";
import { toJson } from "./printing/to-json.ts";
import { readScope, type ScopeOptions } from "./read-scope.ts";
import type { Surroundings } from "./surroundings.ts";
import { showProgress } from "./sync-with-progress.ts";
import { writeText } from "./write-text.ts";

/**
 * Keeps the index up to date until the process is asked to stop, and closes it. Says what it holds whenever that has changed: text for
 * people, or with `--json` one object per line. A sync that fails is told on stderr, once for each reason, and tried again with the next change.
 */
export async function watchSessions(command: Command, surroundings: Surroundings): Promise<void> {
  const options = command.optsWithGlobals<ScopeOptions>();
  const scope = readScope(options, surroundings.environment);
  const { history, notices, changes } = await surroundings.openHistory(scope.open);
  const { stdout, stderr } = surroundings;
  const page = createPage(surroundings, scope);
  const signal = surroundings.untilStopped();
  let shown = "";
  let failure = "";
  const update = async (): Promise<void> => {
    try {
      const coverage = await showProgress(stderr, "Indexing", (onProgress) =>
        history.sync(scope.caller, { signal, ...(onProgress && { onProgress }) }),
      );
      const answer = await describeIndexed(history, scope.caller, coverage);
      const { lastCompleteWalk: _, ...state } = coverage;
      const now = JSON.stringify([answer.totals, state]);
      failure = "";
      if (now === shown) return;
      shown = now;
      await writeText(stdout, `${options.json === true ? toJson(answer, 0) : printIndex(answer, page)}\n`);
    } catch (error) {
      if (signal.aborted) return;
      const { sentence } = describeFailure(error, "pi-event-recall index");
      if (sentence !== failure) await writeText(stderr, `${sentence}\n`);
      failure = sentence;
    }
  };
  try {
    await writeNotices(notices, surroundings);
    for await (const _ of changes(signal)) {
      if (signal.aborted) break;
      await update();
    }
  } finally {
    await history.close();
  }
}
