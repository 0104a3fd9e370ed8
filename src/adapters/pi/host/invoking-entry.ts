import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

type Session = Pick<ExtensionContext["sessionManager"], "getLeafId" | "getEntry">;
type Entry = NonNullable<ReturnType<Session["getEntry"]>>;

/**
 * The entry that holds a tool call: the nearest one from the live leaf upward, since providers use ids again. A call that another tool
 * made has the id `<parent>/<n>` and no entry of its own: the entry of the outermost call counts (Pi `docs/extensions.md`). Undefined
 * where the branch does not hold the call. Cost: as many steps as the entry is away from the leaf, usually none.
 */
export function invokingEntry(session: Session, toolCallId: string): string | undefined {
  const ids = callIds(toolCallId);
  const visited = new Set<string>();
  for (let id = session.getLeafId(); id !== null && !visited.has(id); ) {
    visited.add(id);
    const entry = session.getEntry(id);
    if (entry === undefined) return undefined;
    if (holdsCall(entry, ids)) return id;
    id = entry.parentId;
  }
  return undefined;
}

/** The id itself and those of the calls around it; a provider's own id may hold slashes as well. */
function callIds(toolCallId: string): ReadonlySet<string> {
  const ids = new Set([toolCallId]);
  for (let id = toolCallId; /\/\d+$/u.test(id); ) {
    id = id.slice(0, id.lastIndexOf("/"));
    ids.add(id);
  }
  return ids;
}

function holdsCall(entry: Entry, ids: ReadonlySet<string>): boolean {
  if (entry.type !== "message" || entry.message.role !== "assistant") return false;
  const { content } = entry.message;
  return Array.isArray(content) && content.some((block) => block.type === "toolCall" && ids.has(block.id));
}
