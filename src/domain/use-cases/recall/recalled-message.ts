import type { FragmentKind } from "../../../ports/vocabulary.ts";
import type { Event } from "../../model/event.ts";
import type { Fragment } from "../../model/fragment.ts";
import type { RecalledMessage } from "../../model/recall.ts";
import { boundName } from "../../text/bound-name.ts";
import { clipText } from "../../text/clip-text.ts";

/** Code points of a tool call's arguments. */
const ARGUMENTS_CODE_POINTS = 240;

/** Entry types that Pi makes messages of, other than `message` itself, and their roles. */
const ROLES: Readonly<Record<string, string>> = {
  custom_message: "custom",
  compaction: "compactionSummary",
  branch_summary: "branchSummary",
};

const SPOKEN: readonly FragmentKind[] = [
  "user.text",
  "assistant.text",
  "assistant.error",
  "tool.result",
  "bash.output",
  "custom.message",
  "summary.compaction",
  "summary.branch",
];

/** A message as recall shows it, uncut. Thinking is never read; images are counted. */
export function recalledMessage(event: Event): RecalledMessage {
  const toolCalls = event.fragments.filter(({ kind }) => kind === "tool.call").map(briefCall);
  const toolName = event.knownRole === "toolResult" ? toolNameOf(event) : undefined;
  const images = event.omissions.filter(({ kind }) => kind === "image").length;
  return {
    id: event.entryId,
    role: boundName(ROLES[event.entryType] ?? event.knownRole ?? event.role ?? "unknown"),
    timestamp: boundName(event.timestamp),
    text: event.fragments.flatMap(shownText).join("\n"),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(toolName !== undefined && { toolName: boundName(toolName) }),
    ...(event.isError && { isError: true }),
    ...(images > 0 && { images }),
  };
}

function shownText({ kind, text }: Fragment): string[] {
  if (kind === "bash.command") return [`$ ${text}`];
  return SPOKEN.includes(kind) && text !== "" ? [text] : [];
}

/** The text of a call is the tool's name on a line of its own, then its arguments (design §5). */
function briefCall({ toolName = "", text }: Fragment): NonNullable<RecalledMessage["toolCalls"]>[number] {
  const end = text.indexOf("\n");
  return {
    name: boundName(toolName),
    arguments: end < 0 ? "" : clipText(text.slice(end + 1), ARGUMENTS_CODE_POINTS),
  };
}

/** A result without any text has no fragment that names its tool. */
function toolNameOf({ fragments, links }: Event): string | undefined {
  const link = links.find(({ type }) => type === "tool-result");
  return fragments[0]?.toolName ?? (link?.type === "tool-result" ? link.toolName : undefined);
}
