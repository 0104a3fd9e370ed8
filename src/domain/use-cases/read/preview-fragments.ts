import { RecallError } from "../../model/errors.ts";
import type { Event } from "../../model/event.ts";
import type { EventRead, ReadFragment } from "../../model/event-read.ts";
import { type Fragment, fragmentId } from "../../model/fragment.ts";
import { boundName } from "../../text/bound-name.ts";
import { countCodePoints } from "../../text/code-points.ts";
import { dealBudget, READ_BUDGET_CODE_POINTS } from "../../text/deal-budget.ts";
import { MAX_SHOWN_CODE_POINTS, previewText, windowText } from "../../text/text-preview.ts";

/** Fragments of one event that an untargeted read returns. */
export const MAX_FRAGMENTS = 20;

export interface FragmentTarget {
  readonly fragmentId: string;
  /** Code point at which a contiguous window begins; head and tail are shown without it. */
  readonly offset?: number;
}

export type PreviewedFragments = Pick<EventRead, "fragments" | "fragmentCoverage">;

/**
 * Deals the budget of one read: the target event first, then its neighbours, each group under the largest uniform cap that fits.
 * Receipts are exact, since the caps are dealt before anything is cut.
 * Errors: `InvalidRequest` for a fragment that the target does not have, or an offset past its end.
 */
export function previewFragments(
  target: Event,
  neighbours: readonly Event[],
  wanted: FragmentTarget | undefined,
): { target: PreviewedFragments; neighbours: PreviewedFragments[] } {
  const chosen = wanted ? [findFragment(target, wanted.fragmentId)] : target.fragments.slice(0, MAX_FRAGMENTS);
  const shown = neighbours.map((event) => event.fragments.slice(0, MAX_FRAGMENTS));
  const targetCaps = dealBudget(chosen.map(textLength));
  const spent = targetCaps.reduce((total, cap) => total + cap, 0);
  const restCaps = dealBudget(shown.flat().map(textLength), undefined, READ_BUDGET_CODE_POINTS - spent);
  let next = 0;
  return {
    target: previewed(target, chosen, (fragment, at) =>
      wanted?.offset === undefined
        ? headAndTail(fragment, targetCaps[at] as number)
        : readFragment(fragment, windowText(fragment.text, wanted.offset)),
    ),
    neighbours: neighbours.map((event, at) =>
      previewed(event, shown[at] as Fragment[], (fragment) => headAndTail(fragment, restCaps[next++] as number)),
    ),
  };
}

function findFragment(event: Event, id: string): Fragment {
  const found = event.fragments.find((fragment) => fragmentId(fragment) === id);
  if (found) return found;
  const known = event.fragments.slice(0, MAX_FRAGMENTS).map(fragmentId).join(", ");
  throw new RecallError(
    "InvalidRequest",
    known === "" ? "This event has no text fragments." : `This event has no such fragment: it has ${known}.`,
  );
}

function previewed(
  event: Event,
  chosen: readonly Fragment[],
  preview: (fragment: Fragment, at: number) => ReadFragment,
): PreviewedFragments {
  const total = event.fragments.length;
  return {
    fragments: chosen.map(preview),
    fragmentCoverage: {
      total,
      returned: chosen.length,
      omitted: total - chosen.length,
      truncated: chosen.length < total,
    },
  };
}

function headAndTail(fragment: Fragment, cap: number): ReadFragment {
  return readFragment(fragment, previewText(fragment.text, { head: Math.ceil(cap / 2), tail: Math.floor(cap / 2) }));
}

function readFragment(fragment: Fragment, preview: ReadFragment["preview"]): ReadFragment {
  return {
    fragmentId: fragmentId(fragment),
    kind: fragment.kind,
    ...(fragment.toolName !== undefined && { toolName: boundName(fragment.toolName) }),
    ...(fragment.isError && { isError: true }),
    preview,
  };
}

/** Code points of a fragment, as far as one read could show it. */
function textLength(fragment: Fragment): number {
  return Math.min(MAX_SHOWN_CODE_POINTS, countCodePoints(fragment.text));
}
