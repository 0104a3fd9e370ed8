import type { ExtensionCommandContext, RegisteredCommand } from "@earendil-works/pi-coding-agent";
import { RecallError } from "../../../domain/model/errors.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import type { Answer } from "./answer.ts";
import type { CommandAccess } from "./command-access.ts";
import { describeLog } from "./describe-log.ts";
import { describeSettings } from "./describe-settings.ts";
import { describeStatus } from "./describe-status.ts";
import { openSession } from "./open-session.ts";
import { reindex } from "./reindex.ts";

/** Under this name Pi knows the command. */
export const EVENT_RECALL_COMMAND = "event-recall";

const SUBCOMMANDS: readonly { readonly name: string; readonly operands?: string; readonly purpose: string }[] = [
  { name: "status", purpose: "what is indexed, where, and with which settings" },
  {
    name: "reindex",
    operands: "[--verify]",
    purpose: "read new history now; --verify compares and mends the whole index",
  },
  { name: "open", operands: "<hit number | sessionId [entryId]>", purpose: "resume the session of a hit" },
  { name: "settings", purpose: "settings in force and where each comes from" },
  { name: "log", purpose: "where the local log is, and its last messages" },
];

/** Messages of the log shown by `log`, and errors shown by `status`. */
const LOG_MESSAGES = 10;
const STATUS_ERRORS = 3;

type Command = Pick<RegisteredCommand, "description" | "getArgumentCompletions" | "handler">;

/**
 * `/event-recall`. Answers go to the person only, never into the session or the model's context: as a notification where there is an
 * interface, on standard error in print and JSON mode, whose standard output is Pi's own. The handler never rejects.
 */
export function createEventRecallCommand(access: CommandAccess): Command {
  return {
    description: "Event history: status, reindex, open, settings, log",
    getArgumentCompletions: complete,
    async handler(args, context) {
      const [name = "status", ...operands] = args.trim().split(/\s+/).filter(Boolean);
      const answering = answerOrExplain(access, context, name, operands);
      // Pi takes no other input while a command runs, and a first index may take minutes.
      if (name === "reindex" && context.hasUI) void answering.then((told) => tell(context, told));
      else tell(context, await answering);
    },
  };
}

async function answerOrExplain(
  access: CommandAccess,
  context: ExtensionCommandContext,
  name: string,
  operands: readonly string[],
): Promise<Answer> {
  try {
    return await answer(access, context, name, operands);
  } catch (error) {
    const message =
      error instanceof RecallError ? error.message : "The command failed: /event-recall log may tell why.";
    return { lines: [message], severity: "error" };
  }
}

async function answer(
  access: CommandAccess,
  context: ExtensionCommandContext,
  name: string,
  operands: readonly string[],
): Promise<Answer> {
  switch (name) {
    case "status": {
      const [status, log] = await Promise.all([
        access.history.status(access.callerOf(context)),
        access.readLog(LOG_MESSAGES),
      ]);
      const errors = log.entries.filter(({ level }) => level === "error").slice(-STATUS_ERRORS);
      return { lines: describeStatus(status, access.version, errors) };
    }
    case "reindex": {
      const unknown = operands.find((operand) => operand !== "--verify");
      if (unknown !== undefined) return usage(`reindex knows no ${unknown}.`);
      return reindex(access, context, { isVerifying: operands.includes("--verify") });
    }
    case "open":
      return operands.length > 2 ? usage("open takes at most two words.") : openSession(access, context, operands);
    case "settings": {
      const { settings = [] } = await access.history.status(access.callerOf(context));
      return {
        lines:
          settings.length === 0 ? ["Every setting has its default."] : ["Settings:", ...describeSettings(settings)],
      };
    }
    case "log": {
      const { place, entries } = await access.readLog(LOG_MESSAGES);
      return { lines: describeLog(place, entries) };
    }
    default:
      return usage(`There is no /event-recall ${name}.`);
  }
}

function usage(problem: string): Answer {
  const rows = SUBCOMMANDS.map(
    ({ name, operands, purpose }) => `  /event-recall ${[name, operands].filter(Boolean).join(" ")}: ${purpose}`,
  );
  return { lines: [problem, ...rows], severity: "warning" };
}

function complete(prefix: string): { value: string; label: string; description?: string }[] | null {
  const items = SUBCOMMANDS.filter(({ name }) => name.startsWith(prefix.trimStart())).map(({ name, purpose }) => ({
    value: name,
    label: name,
    description: purpose,
  }));
  if ("reindex --verify".startsWith(prefix.trimStart()) && prefix.trimStart().length > "rein".length) {
    items.push({
      value: "reindex --verify",
      label: "reindex --verify",
      description: "compare and mend the whole index",
    });
  }
  return items.length > 0 ? items : null;
}

/** Tells the person. The log and the files decide what the text holds, so it is escaped here, once. */
function tell(context: ExtensionCommandContext, { lines, severity = "info" }: Answer): void {
  if (lines.length === 0) return;
  const message = lines.map(escapeForTerminal).join("\n");
  try {
    if (context.hasUI) context.ui.notify(message, severity);
    else process.stderr.write(`${message}\n`);
  } catch {
    // The session has been replaced, or nobody reads standard error any more.
  }
}
