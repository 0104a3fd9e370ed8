import type { Event } from "../../../src/domain/model/event.ts";
import { projectEntry } from "../../../src/domain/projection/project-entry.ts";

/** Projects a record of a version 3 file; fails where it is no entry. */
export function project(record: Record<string, unknown>, version = 3): Event {
  const event = projectEntry(record, { position: 4, version, previousEntryId: "before" });
  if (!event) throw new Error("no entry");
  return event;
}

/** Projects a message under an ordinary entry. */
export function projectMessage(message: unknown, version = 3): Event {
  return project(
    { type: "message", id: "e1", parentId: "e0", timestamp: "2026-01-05T09:00:00.000Z", message },
    version,
  );
}

/** Projects an assistant's tool call. */
export function projectCall(name: unknown, callArguments: unknown, rest: Record<string, unknown> = {}): Event {
  return projectMessage({
    role: "assistant",
    content: [{ type: "toolCall", id: "call_1", name, arguments: callArguments, ...rest }],
  });
}
