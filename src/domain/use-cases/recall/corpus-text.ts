import { codeUnitIndex, codeUnitIndexFromEnd, countCodePoints } from "../../text/code-points.ts";

/** What stands for a missing middle. A corpus has hundreds of texts, so it is short; it counts. */
const MARK = " […] ";

/** Code points that are kept of a text: more than any corpus has room for. */
const KEPT_CODE_POINTS = 50_000;

/** One message's text, to be shown under whatever cap turns out to fit. Keeps of a long one only what could be shown. */
export class CorpusText {
  /** Code points of the whole text. */
  readonly total: number;
  readonly #head: string;
  readonly #tail: string;

  constructor(text: string) {
    this.total = countCodePoints(text);
    const isLong = this.total > KEPT_CODE_POINTS;
    this.#head = isLong ? detach(text.slice(0, codeUnitIndex(text, KEPT_CODE_POINTS))) : text.toWellFormed();
    this.#tail = isLong ? detach(text.slice(codeUnitIndexFromEnd(text, KEPT_CODE_POINTS))) : this.#head;
  }

  /**
   * The text within `cap` code points, at most 50,000: as it is, or its beginning and its end around a mark; `…` alone where there is no room
   * for that. A higher cap never takes less room. Cost: linear in the cap.
   */
  within(cap: number): string {
    if (this.total <= cap) return this.#head;
    const room = cap - MARK.length;
    if (room <= 0) return cap > 0 ? "…" : "";
    const head = Math.ceil((room * 2) / 3);
    const start = this.#head.slice(0, codeUnitIndex(this.#head, head));
    return start + MARK + this.#tail.slice(codeUnitIndexFromEnd(this.#tail, room - head));
  }
}

/** A copy that does not keep alive the text that it was sliced from. */
function detach(text: string): string {
  return Array.from(text.toWellFormed()).join("");
}
