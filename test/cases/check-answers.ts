import { expect } from "vitest";
import { RecallError } from "../../src/domain/model/errors.ts";
import type { History } from "../../src/domain/use-cases/history.ts";

/** Words of an engine that no caller should read. */
const ENGINE_WORDS =
  /fts5|sqlite|minisearch|syntax error|no such column|tokeni[sz]er|\bSQL\b|\bMATCH\b|undefined|object Object/i;

/**
 * The history, with every answer and failure checked for what none may hold: the path of a session file, ill-formed Unicode (which
 * strict JSON receivers reject), an engine's words.
 */
export function checkAnswers(history: History, folder: string): History {
  const checked = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      const given = await answer;
      JSON.stringify(given, (key: string, value: unknown) => {
        checkText(key, folder);
        if (typeof value === "string") checkText(value, folder);
        return value;
      });
      return given;
    } catch (error) {
      if (!(error instanceof RecallError)) throw error;
      checkText(error.message, folder);
      expect(error.message).not.toMatch(ENGINE_WORDS);
      throw error;
    }
  };
  return {
    search: (request, caller, options) => checked(history.search(request, caller, options)),
    read: (request, caller, options) => checked(history.read(request, caller, options)),
    trace: (request, caller, options) => checked(history.trace(request, caller, options)),
    lineage: (request, caller, options) => checked(history.lineage(request, caller, options)),
    sessions: (request, caller, options) => checked(history.sessions(request, caller, options)),
    sync: (caller, options) => checked(history.sync(caller, options)),
    verify: (request, caller, options) => checked(history.verify(request, caller, options)),
    purge: (request, caller, options) => checked(history.purge(request, caller, options)),
    // Their contract names the paths of authorized sessions.
    recallBrowse: (request, caller, options) => history.recallBrowse(request, caller, options),
    recallDiscover: (request, caller, options) => history.recallDiscover(request, caller, options),
    recallRead: (request, caller, options) => history.recallRead(request, caller, options),
    recallScroll: (request, caller, options) => history.recallScroll(request, caller, options),
    recallPrepare: (request, caller, options) => history.recallPrepare(request, caller, options),
    // For the person whose machine it is: they name paths.
    open: (request, caller, options) => history.open(request, caller, options),
    status: (caller, options) => history.status(caller, options),
    close: () => history.close(),
  };
}

function checkText(text: string, folder: string): void {
  if (!text.isWellFormed()) throw new Error(`An answer holds ill-formed Unicode: ${JSON.stringify(text)}`);
  if (text.includes(folder)) throw new Error(`An answer holds a path: ${text}`);
}
