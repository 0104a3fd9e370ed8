import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { SessionLocation } from "../../../domain/model/session-location.ts";
import { quoteForShell } from "../../../domain/text/quote-for-shell.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { tellPerson } from "../host/tell-person.ts";
import type { Answer } from "./answer.ts";
import type { CommandAccess } from "./command-access.ts";
import { lastHits } from "./last-hits.ts";

const HERE = "Open the session here";
const AT_EVENT = "Open it here, at this event";
const NOT_NOW = "Not now";

/**
 * `open <hit number | sessionId [entryId]>`: names the Pi command that resumes a session and, where somebody can answer, offers to open
 * it at once. Errors: `NotFound`, `InvalidRequest`.
 */
export async function openSession(
  access: CommandAccess,
  context: ExtensionCommandContext,
  operands: readonly string[],
): Promise<Answer> {
  const request = findTarget(context, operands);
  if ("lines" in request) return request;
  const opened = await access.history.open(request, access.callerOf(context));
  const answer = { lines: describeCommand(opened) };
  if (!context.hasUI) return answer;
  if (opened.sessionId === context.sessionManager.getSessionId()) return goToEvent(context, opened, answer);
  if (!context.isIdle()) return { lines: [...answer.lines, "Pi is busy: ask again later to open it here."] };
  tellPerson(context, answer.lines.map(escapeForTerminal).join("\n"), "info");
  return offer(context, opened);
}

function findTarget(
  context: ExtensionCommandContext,
  [first, second]: readonly string[],
): { readonly sessionId: string; readonly entryId?: string } | Answer {
  if (first === undefined) {
    return { lines: ["Say what to open: a hit number of the last event_search, or a session id."], severity: "error" };
  }
  if (second !== undefined || !/^\d{1,3}$/.test(first)) {
    return { sessionId: first, ...(second !== undefined && { entryId: second }) };
  }
  const hits = lastHits(context.sessionManager);
  const hit = hits[Number(first) - 1];
  if (hit !== undefined) return hit;
  const known =
    hits.length === 0 ? "no event_search of this session has hits" : `the last event_search has ${hits.length}`;
  return { lines: [`There is no hit ${first}: ${known}.`], severity: "error" };
}

function describeCommand({ path, cwd, entry }: SessionLocation): string[] {
  const lines = [`pi --session ${quoteForShell(path)}`, `It runs in ${cwd}.`];
  if (entry === undefined) return lines;
  const preview = entry.preview === "" ? "" : `: ${entry.preview}`;
  return [...lines, `/tree goes to the event there (${entry.entryType}, ${entry.timestamp || "no time"})${preview}`];
}

/** Asks, and opens. The context is stale once the session is replaced: whatever follows uses the new one. */
async function offer(context: ExtensionCommandContext, { path, entry }: SessionLocation): Promise<Answer> {
  const choices = entry === undefined ? [HERE, NOT_NOW] : [HERE, AT_EVENT, NOT_NOW];
  const choice = await context.ui.select("Leave this session and open the other one?", choices);
  if (choice !== HERE && choice !== AT_EVENT) return { lines: [] };
  try {
    await context.switchSession(path, {
      withSession: (replaced) =>
        choice === AT_EVENT && entry !== undefined ? goTo(replaced, entry.entryId) : Promise.resolve(),
    });
    return { lines: [] };
  } catch {
    return { lines: ["Pi could not open the session here: leave Pi and use the command."], severity: "warning" };
  }
}

async function goTo(replaced: ExtensionCommandContext, entryId: string): Promise<void> {
  try {
    await replaced.navigateTree(entryId);
  } catch {
    tellPerson(replaced, "The session is open, but Pi could not go to the event: use /tree.");
  }
}

/** The session is open already: only the place in it can change. */
async function goToEvent(
  context: ExtensionCommandContext,
  { entry }: SessionLocation,
  { lines }: { readonly lines: readonly string[] },
): Promise<Answer> {
  const isThis = "That is this session.";
  if (entry === undefined || !context.isIdle()) return { lines: [isThis, ...lines] };
  const isWanted = await context.ui.confirm(
    `${isThis} Go to the event?`,
    "What follows it stays in the session, on another branch.",
  );
  if (!isWanted) return { lines: [isThis, ...lines] };
  const { cancelled } = await context.navigateTree(entry.entryId);
  return { lines: cancelled ? [] : [`Now at ${entry.entryId}.`] };
}
