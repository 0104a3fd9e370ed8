import { RecallError } from "../../model/errors.ts";
import type { Event } from "../../model/event.ts";
import type { EventRead, ReadFragment } from "../../model/event-read.ts";
import { type Fragment, fragmentId } from "../../model/fragment.ts";
import { boundName } from "../../text/bound-name.ts";
import type { AnswerLimits } from "../../model/settings.ts";
import { countCodePoints } from "../../text/code-points.ts";
import { dealBudget } from "../../text/deal-budget.ts";
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
 * Receipts are exact, since the caps are dealt before anything is cut. `limits` can lower what design §7 states, never raise it.
 * Errors: `InvalidRequest` for a fragment that the target does not have, or an offset past its end.
 */
export function previewFragments(
  target: Event,
  neighbours: readonly Event[],
  wanted: FragmentTarget | undefined,
  limits: AnswerLimits,
): { target: PreviewedFragments; neighbours: PreviewedFragments[] } {
  const chosen = wanted ? [findFragment(target, wanted.fragmentId)] : target.fragments.slice(0, MAX_FRAGMENTS);
  const shown = neighbours.map((event) => event.fragments.slice(0, MAX_FRAGMENTS));
  const offset = wanted?.offset;
  const headAndTailLimit = limits.head + limits.tail;
  const targetCaps = dealBudget(
    chosen.map((fragment) => shownLength(fragment, offset === undefined ? headAndTailLimit : limits.window)),
    undefined,
    limits.read,
  );
  const spent = targetCaps.reduce((total, cap) => total + cap, 0);
  const restCaps = dealBudget(
    shown.flat().map((fragment) => shownLength(fragment, headAndTailLimit)),
    undefined,
    limits.read - spent,
  );
  let next = 0;
  return {
    target: previewed(target, chosen, (fragment, at) =>
      offset === undefined
        ? headAndTail(fragment, targetCaps[at] as number, limits)
        : readFragment(fragment, windowText(fragment.text, offset, targetCaps[at])),
    ),
    neighbours: neighbours.map((event, at) =>
      previewed(event, shown[at] as Fragment[], (fragment) =>
        headAndTail(fragment, restCaps[next++] as number, limits),
      ),
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

/** A smaller cap is dealt to head and tail in the proportion of their limits. */
function headAndTail(fragment: Fragment, cap: number, { head, tail }: AnswerLimits): ReadFragment {
  const shownHead = Math.ceil((cap * head) / (head + tail));
  return readFragment(fragment, previewText(fragment.text, { head: shownHead, tail: cap - shownHead }));
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

/** Code points of a fragment, as far as one read may show it. */
function shownLength(fragment: Fragment, limit: number): number {
  return Math.min(limit, MAX_SHOWN_CODE_POINTS, countCodePoints(fragment.text));
}
