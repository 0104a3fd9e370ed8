import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionManager, sessionEntryToContextMessages } from "@earendil-works/pi-coding-agent";
import { numberedEntries } from "./numbered-entries.ts";

/** What Pi itself makes of a session file. Ids are the file's; an entry without one is `@<record number>` (design §5). */
export interface PiReading {
  readonly sessionId: string;
  readonly cwd: string;
  /** The materialized leaf; null when there is no entry. */
  readonly leafId: string | null;
  /** Root to leaf. Undefined when the leaf's walk cycles: Pi would never return. */
  readonly branch: readonly string[] | undefined;
  /** Entries with messages in Pi's projection at the leaf, in its order. Undefined like `branch`. */
  readonly direct: readonly string[] | undefined;
  /** The messages that Pi makes of a branch's entries, system messages left out, root first; by the branch's last entry. */
  readonly messagesTo: (tip: string) => readonly PiMessage[] | undefined;
  readonly sessionName: string | undefined;
  /** Labels in force, by the entry they stand on. */
  readonly labels: ReadonlyMap<string, string>;
  /** Children in the order Pi returns them, by parent, for every entry that has some. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  /** Roots of Pi's tree (no parent, own parent, missing parent), without repetition. */
  readonly roots: readonly string[];
  /** Every entry that Pi can find by id, in the order of first appearance. */
  readonly entryIds: readonly string[];
  /** True when Pi rewrites the file as it opens it (versions 1 and 2, a last line without newline). */
  readonly rewrites: boolean;
}

/** A message as Pi has it, by the entry that it comes from. */
export interface PiMessage {
  readonly id: string;
  readonly role: string;
  /** Its text blocks, of roles that have a content. */
  readonly texts?: readonly string[];
}

/** Opens a copy of the file with Pi's SessionManager: opening may rewrite. Throws what Pi throws. */
export function readWithPi(path: string): PiReading {
  const folder = mkdtempSync(join(tmpdir(), "pi-oracle-"));
  try {
    const copy = join(folder, "session.jsonl");
    copyFileSync(path, copy);
    const before = readFileSync(copy);
    const session = SessionManager.open(copy);
    return { ...readingOf(session, before.toString("utf8")), rewrites: !readFileSync(copy).equals(before) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readingOf(session: SessionManager, text: string): Omit<PiReading, "rewrites"> {
  const entries = session.getEntries();
  const written = numberedEntries(text);
  if (written.length !== entries.length) throw new Error("The oracle reads other lines than Pi.");
  // Pi gives version 1 fresh random ids, so each of its ids is translated back by the place of its entry. Duplicate ids
  // translate to themselves, whichever entry comes first.
  const names = new Map(entries.map((entry, index) => [entry.id, written[index]?.id ?? ""]));
  const nameOf = ({ id }: { id: string }) => names.get(id) ?? id;

  const ids = [...new Set(entries.map(({ id }) => id))];
  const leaf = session.getLeafId();
  const ends = walkEnds(session, leaf);
  return {
    sessionId: session.getSessionId(),
    cwd: session.getCwd(),
    leafId: entries.length === 0 || leaf === null ? null : nameOf({ id: leaf }),
    branch: ends ? session.getBranch().map(nameOf) : undefined,
    direct: ends
      ? session
          .buildSessionProjection()
          .entries.filter(({ messages }) => messages.length > 0)
          .map(({ sourceEntry }) => nameOf(sourceEntry))
      : undefined,
    messagesTo: (tip) => {
      const id = ids.find((candidate) => nameOf({ id: candidate }) === tip);
      if (id === undefined || !walkEnds(session, id)) return undefined;
      return session.getBranch(id).flatMap((entry) =>
        sessionEntryToContextMessages(entry)
          .filter(({ role }) => role !== "system")
          .map((message) => ({ id: nameOf(entry), role: message.role, ...textsOf(message) })),
      );
    },
    sessionName: session.getSessionName(),
    labels: new Map(
      ids.flatMap((id) => {
        const label = session.getLabel(id);
        return label === undefined ? [] : [[nameOf({ id }), label] as const];
      }),
    ),
    children: new Map(
      ids
        .map((id) => [nameOf({ id }), session.getChildren(id).map(nameOf)] as const)
        .filter(([, children]) => children.length > 0),
    ),
    roots: [...new Set(rootsOf(session).map(nameOf))],
    entryIds: ids.map((id) => nameOf({ id })),
  };
}

function textsOf(message: object): Pick<PiMessage, "texts"> {
  const { content } = message as { content?: unknown };
  if (typeof content === "string") return { texts: [content] };
  if (!Array.isArray(content)) return {};
  const blocks = content as readonly { type?: unknown; text?: unknown }[];
  return { texts: blocks.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])) };
}

function rootsOf(session: SessionManager): readonly { id: string }[] {
  // With duplicate ids Pi's tree places one node by the parents of all its lines; the last line is the one it keeps.
  return session
    .getTree()
    .map(({ entry }) => entry)
    .filter(({ id, parentId }) => parentId === null || parentId === id || session.getEntry(parentId) === undefined);
}

/** Pi's own walk has no cycle guard, so this one goes ahead of it. */
function walkEnds(session: SessionManager, leaf: string | null): boolean {
  const visited = new Set<string>();
  let current = leaf ? session.getEntry(leaf) : undefined;
  while (current !== undefined) {
    if (visited.has(current.id)) return false;
    visited.add(current.id);
    current = current.parentId ? session.getEntry(current.parentId) : undefined;
  }
  return true;
}
