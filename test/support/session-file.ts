import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One line of a session file that is not its header. Missing `id`, `parentId` and `timestamp` are filled in. */
export type SessionEntry = Readonly<Record<string, unknown>> & { readonly type: string };

export interface SessionFileOptions {
  /** The header's id. */
  readonly id: string;
  /** Default `/home/ada/payments`. */
  readonly cwd?: string;
  readonly parentSession?: string;
  /** Default 3; null leaves it out, as version 1 did. */
  readonly version?: number | null;
  /** The header's time, from which entries count on in seconds. Default 2026-01-01T00:00:00.000Z. */
  readonly timestamp?: string;
  /** Further or replaced fields of the header. */
  readonly header?: Readonly<Record<string, unknown>>;
  /**
   * Entries in append order. An entry without `id` becomes `e1`, `e2` … by its place; one without `parentId` hangs below
   * the entry before it. A text is written as it stands (bad lines, torn tails): its newline is its own.
   */
  readonly entries?: readonly (SessionEntry | string)[];
  /** Path below the directory. Default `<id>.jsonl`. */
  readonly name?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Writes a session file by hand, without Pi, and returns its path. Use `buildPiSession` where Pi itself should write. */
export function sessionFile(directory: string, options: SessionFileOptions): string {
  const path = join(directory, options.name ?? `${options.id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, sessionText(options));
  return path;
}

/** The text of the file that `sessionFile` writes. */
export function sessionText(options: SessionFileOptions): string {
  const timestamp = options.timestamp ?? "2026-01-01T00:00:00.000Z";
  const version = options.version === undefined ? 3 : options.version;
  const header = {
    type: "session",
    ...(version === null ? {} : { version }),
    id: options.id,
    timestamp,
    cwd: options.cwd ?? "/home/ada/payments",
    ...(options.parentSession === undefined ? {} : { parentSession: options.parentSession }),
    ...options.header,
  };
  let parentId: unknown = null;
  const lines = (options.entries ?? []).map((entry, index) => {
    if (typeof entry === "string") return entry;
    const complete: Fields = {
      id: `e${index + 1}`,
      parentId,
      timestamp: new Date(Date.parse(timestamp) + (index + 1) * 1000).toISOString(),
      ...entry,
    };
    parentId = complete["id"];
    return `${JSON.stringify(complete)}\n`;
  });
  return `${JSON.stringify(header)}\n${lines.join("")}`;
}

/** A message entry of any role. `more` replaces fields of the entry, `id` and `parentId` for example. */
export function message(fields: Fields, more: Fields = {}): SessionEntry {
  return { type: "message", message: fields, ...more };
}

/** `content`: a text or Pi's content blocks. */
export function user(content: unknown, more: Fields = {}): SessionEntry {
  return message({ role: "user", content: blocks(content) }, more);
}

/** `fields`: further fields of the message, `stopReason` or `errorMessage` for example. */
export function assistant(content: unknown, fields: Fields = {}, more: Fields = {}): SessionEntry {
  const model = { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" };
  return message({ role: "assistant", content: blocks(content), ...model, stopReason: "stop", ...fields }, more);
}

/** Result of the call `toolCallId`. */
export function toolResult(
  toolCallId: string,
  toolName: string,
  content: unknown,
  fields: Fields = {},
  more: Fields = {},
): SessionEntry {
  return message(
    { role: "toolResult", toolCallId, toolName, content: blocks(content), isError: false, ...fields },
    more,
  );
}

export function bash(command: string, output: string, fields: Fields = {}, more: Fields = {}): SessionEntry {
  return message(
    { role: "bashExecution", command, output, exitCode: 0, cancelled: false, truncated: false, ...fields },
    more,
  );
}

export function system(content: string, more: Fields = {}): SessionEntry {
  return message({ role: "system", content }, more);
}

/** `firstKeptEntryId`: the compaction's own id keeps nothing. */
export function compaction(summary: string, firstKeptEntryId: string, more: Fields = {}): SessionEntry {
  return { type: "compaction", summary, firstKeptEntryId, tokensBefore: 1000, ...more };
}

export function branchSummary(summary: string, fromId: string, more: Fields = {}): SessionEntry {
  return { type: "branch_summary", summary, fromId, ...more };
}

/** Without a text it clears the label of its target. */
export function label(targetId: string, name?: string, more: Fields = {}): SessionEntry {
  return { type: "label", targetId, ...(name === undefined ? {} : { label: name }), ...more };
}

/** An empty name clears the session's name. */
export function sessionName(name: string, more: Fields = {}): SessionEntry {
  return { type: "session_info", name, ...more };
}

/** `replacement`: new content, or null to omit the target from the context. */
export function contextEdit(targetId: string, replacement: unknown, more: Fields = {}): SessionEntry {
  return {
    type: "context_edit",
    targetId,
    replacement: replacement === null ? null : { content: replacement },
    ...more,
  };
}

export function customMessage(customType: string, content: unknown, more: Fields = {}): SessionEntry {
  return { type: "custom_message", customType, content, display: true, ...more };
}

export function customEntry(customType: string, data: unknown, more: Fields = {}): SessionEntry {
  return { type: "custom", customType, data, ...more };
}

export function modelChange(modelId: string, more: Fields = {}): SessionEntry {
  return { type: "model_change", provider: "anthropic", modelId, ...more };
}

/** A text block. */
export function text(value: string): Fields {
  return { type: "text", text: value };
}

/** A tool-call block. */
export function toolCall(id: string, name: string, args: Fields): Fields {
  return { type: "toolCall", id, name, arguments: args };
}

function blocks(content: unknown): unknown {
  return typeof content === "string" ? [text(content)] : content;
}
