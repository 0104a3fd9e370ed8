import type { DiscoveryMark, DiscoveryStep } from "../../../ports/discovery-record.ts";
import type { EventKey } from "../../../ports/event-record.ts";
import type { EngineFragment } from "../../../ports/search-engine.ts";
import type { SourceKey } from "../../../ports/source-record.ts";
import type { HistoryParts } from "../history-parts.ts";

/** Text that one commit takes, in code units: about what 20 ms of writing take. Short sessions share a commit. */
const COMMIT_TEXT = 50_000;
const COMMIT_SOURCES = 100;

/** Steps that share a commit. */
export class DiscoveryBatch {
  readonly #parts: HistoryParts;
  #steps = new Map<SourceKey, DiscoveryStep>();
  #text = 0;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Files of the steps that wait for the commit. */
  get sources(): Iterable<SourceKey> {
    return this.#steps.keys();
  }

  get isFull(): boolean {
    return this.#text >= COMMIT_TEXT || this.#steps.size >= COMMIT_SOURCES;
  }

  /** Takes one more event, the next one behind `mark` or behind what was taken of the file before. */
  take(mark: DiscoveryMark, event: EventKey, fragments: readonly EngineFragment[]): void {
    const step = this.#steps.get(mark.source);
    this.#steps.set(mark.source, {
      from: step?.from ?? mark,
      through: event,
      fragments: fragments.length > 0 ? [...(step?.fragments ?? []), ...fragments] : (step?.fragments ?? []),
    });
    for (const { text } of fragments) this.#text += text.length;
  }

  /** False when there was nothing to commit. Errors: `Conflict`; then `sources` still names the files. */
  async flush(): Promise<boolean> {
    const steps = [...this.#steps.values()];
    if (steps.length === 0) return false;
    // A query that came while the texts were read does not wait for the commit as well.
    await this.#parts.clock.turn();
    await this.#parts.store.discover(steps);
    this.#steps = new Map();
    this.#text = 0;
    return true;
  }
}
