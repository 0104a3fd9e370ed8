import type { FragmentKind } from "../../../ports/vocabulary.ts";
import type { Event } from "../../model/event.ts";
import { INDEXED_CODE_POINTS } from "../../projection/shorten-for-index.ts";
import { codeUnitIndex, codeUnitIndexFromEnd, countCodePoints } from "../../text/code-points.ts";

/** What discovery searches: what people and models said. */
const DISCOVERED_KINDS: ReadonlySet<FragmentKind> = new Set(["user.text", "assistant.text"]);

/** Stands for what is left out of the middle of a long text: no text holds this noncharacter, so that nothing is found across it. */
const SEAM = "\uffff";

/** True when discovery takes a fragment of this kind. */
export function isDiscovered({ kind }: { readonly kind: FragmentKind }): boolean {
  return DISCOVERED_KINDS.has(kind);
}

/** What was said in a message: its texts, one below the other, as a transcript shows them. */
export function spokenText({ fragments }: Pick<Event, "fragments">): string {
  return fragments
    .filter((fragment) => isDiscovered(fragment) && fragment.text !== "")
    .map(({ text }) => text)
    .join("\n");
}

/**
 * What discovery takes of an event: all that was said in it as one text, since terms count by message, under the ordinal of its first
 * fragment. Nothing where nobody said anything; an empty text stays.
 */
export function discoveredFragments(event: Pick<Event, "fragments">): { ordinal: number; text: string }[] {
  const first = event.fragments.find(isDiscovered);
  return first === undefined ? [] : [{ ordinal: first.ordinal, text: discoveredText(spokenText(event)) }];
}

/** The text itself, or head and tail of one over 1,000,000 code points (design §5). */
export function discoveredText(text: string, limit: number = INDEXED_CODE_POINTS): string {
  if (text.length <= limit || countCodePoints(text) <= limit) return text;
  const side = Math.floor(limit / 2);
  return text.slice(0, codeUnitIndex(text, side)) + SEAM + text.slice(codeUnitIndexFromEnd(text, side));
}
