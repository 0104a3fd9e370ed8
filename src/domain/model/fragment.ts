import type { FragmentKind } from "../../ports/vocabulary.ts";

/** One searchable part of an event with its whole text, as projected from the source record. */
export interface Fragment {
  /** Position among the event's fragments, from 0, empty ones included. */
  readonly ordinal: number;
  readonly kind: FragmentKind;
  readonly text: string;
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly isOwnCall?: boolean;
}

/** The fragment's local, deterministic id, e.g. `2:tool.call`. */
export function fragmentId(fragment: { readonly ordinal: number; readonly kind: FragmentKind }): string {
  return `${fragment.ordinal}:${fragment.kind}`;
}
