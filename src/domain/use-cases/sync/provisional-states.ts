import { stateOnPath } from "../../tree/selection-states.ts";
import { SELECTION_STATES } from "../../model/vocabulary.ts";
import { NumberColumn } from "../../tree/number-column.ts";
import type { EventStates } from "../live-states.ts";
import type { PlacedEvent } from "./session-outline.ts";

/** Bytes at the end of a session that its last compaction most likely keeps or follows: more than a model's context holds. */
const CONTEXT_BYTES = 4 * 1024 * 1024;

/**
 * States that entries will most likely have when their whole file is known: few sessions branch, and once one was compacted, it will be again
 * before the rest of a large file is over. Any guess would do; a good one saves writing the states of an entry twice.
 */
export class ProvisionalStates {
  readonly #bytes: number;
  readonly #presumed = new NumberColumn(Uint8Array);
  #hasCompacted = false;

  /** `bytes`: of the file. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** States for the next entry of the file. */
  presume({ event, byteOffset }: PlacedEvent): EventStates {
    if (event.contribution === "compaction") this.#hasCompacted = true;
    const isInContext = !this.#hasCompacted || this.#bytes - byteOffset < CONTEXT_BYTES;
    const selectionState = stateOnPath(event, isInContext);
    this.#presumed.push(SELECTION_STATES.indexOf(selectionState));
    return { branchState: "selected", selectionState };
  }

  /** True where an entry, by its number, has other states than were presumed. */
  differ(number: number, { branchState, selectionState }: EventStates): boolean {
    return branchState !== "selected" || this.#presumed.at(number) !== SELECTION_STATES.indexOf(selectionState);
  }
}
