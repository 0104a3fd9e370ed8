import type { SessionLineage } from "../../../domain/model/lineage.ts";
import { clipText } from "./clip-text.ts";
import { drawTree, type TreeItem } from "./draw-tree.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

type Session = SessionLineage["sessions"][number];

/** The sessions of a lineage as a tree, each with the entry at which it leaves its parent; the one asked for is marked. */
export function printLineage({ sessions }: SessionLineage, sessionId: string, page: Page): string {
  const known = new Set(sessions.map((session) => session.sessionId));
  const childrenOf = Map.groupBy(sessions, ({ parentSessionId, sessionId: own }) =>
    parentSessionId !== undefined && parentSessionId !== own && known.has(parentSessionId)
      ? parentSessionId
      : undefined,
  );
  // Parents come before children, so building from the end finds every child ready, at any depth.
  const items = new Map<string, TreeItem>();
  for (const session of sessions.toReversed()) {
    const children = (childrenOf.get(session.sessionId) ?? []).flatMap((child) => items.get(child.sessionId) ?? []);
    items.set(session.sessionId, {
      print: (columns) => printSession(session, session.sessionId === sessionId, { ...page, columns }),
      children,
    });
  }
  const roots = (childrenOf.get(undefined) ?? []).flatMap((root) => items.get(root.sessionId) ?? []);
  return drawTree(roots, page.columns).join("\n");
}

function printSession(session: Session, isAsked: boolean, page: Page): string[] {
  const name = session.name ?? "(no name)";
  const head = `${isAsked ? "▶" : "●"} ${clipText(name, Math.max(8, page.columns - 2))}`;
  const facts = [`session ${clipText(session.sessionId, 60)}`, formatTime(session.startedAt)];
  if (session.anchor !== undefined) facts.push(`forked after ${clipText(session.anchor.entryId, 24)}`);
  else if (session.parentSessionId !== undefined) facts.push("shares no entry with its parent");
  return [
    page.paint(isAsked ? "strong" : "kind", head),
    ...printParagraph(page, facts.join(" · "), { style: "quiet" }),
    ...printParagraph(page, `in ${clipText(session.cwd, 200)}`, { style: "quiet" }),
  ];
}
