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

/** The fragments of an event that discovery takes, empty ones included, each with the text that goes into the index. */
export function discoveredFragments({ fragments }: Pick<Event, "fragments">): { ordinal: number; text: string }[] {
  return fragments.filter(isDiscovered).map(({ ordinal, text }) => ({ ordinal, text: discoveredText(text) }));
}

/** The text itself, or head and tail of one over 1,000,000 code points (design §5). */
export function discoveredText(text: string, limit: number = INDEXED_CODE_POINTS): string {
  if (text.length <= limit || countCodePoints(text) <= limit) return text;
  const side = Math.floor(limit / 2);
  return text.slice(0, codeUnitIndex(text, side)) + SEAM + text.slice(codeUnitIndexFromEnd(text, side));
}
