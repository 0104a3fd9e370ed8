import type { EventRead, EventSummary, Omission } from "../../../domain/model/event-read.ts";
import { writeCount, writeStates, writeTime } from "./write-facts.ts";
import { fragmentWriter } from "./write-fragment.ts";
import { writeName, writeWord } from "./write-name.ts";

/** Parts that are never returned, named one by one. */
const NAMED_OMISSIONS = 10;

/** `message assistant, 2026-03-10T09:12:04.310Z, selected/direct, label "x"`: what kind of event, when and where. */
export function writeEventFacts(event: EventSummary): string {
  const role = event.role === undefined ? "" : ` ${writeWord(event.role, 40)}`;
  const facts = [writeWord(event.entryType, 40) + role, writeTime(event.timestamp), writeStates(event)];
  facts.push(...event.labels.map((label) => `label ${writeName(label, 120)}`));
  return facts.join(", ");
}

/** How much of one event's texts is shown. */
export interface TextExtent {
  /** Code points of each fragment. */
  readonly cap: number;
  /** Fragments. */
  readonly most: number;
  /** The caller asked for a contiguous window. */
  readonly isWindow?: boolean;
}

/** Writes the texts of one event, to any extent, and receipts of what is not shown. */
export function textsWriter({ fragments, fragmentCoverage, omissions }: EventRead): (extent: TextExtent) => string[] {
  const writers = fragments.map(fragmentWriter);
  const { total } = fragmentCoverage;
  const omitted = omissions.length === 0 ? [] : [writeOmissions(omissions)];
  return ({ cap, most, isWindow = false }) => {
    const shown = writers.slice(0, most);
    const lines = shown.flatMap((write) => write(cap, isWindow));
    if (total === 0) lines.push("(no text fragments)");
    else if (shown.length < total) {
      lines.push(`[${shown.length} of ${writeCount(total, "fragment")} shown: name another one by fragmentId]`);
    }
    return [...lines, ...omitted];
  };
}

function writeOmissions(omissions: readonly Omission[]): string {
  const named = omissions.slice(0, NAMED_OMISSIONS).map(({ kind, mimeType, bytes }) => {
    const type = mimeType === undefined ? "" : ` ${writeWord(mimeType, 60)}`;
    return `${writeWord(kind, 40)}${type} ${bytes} bytes`;
  });
  const more = omissions.length - named.length;
  return `[never returned: ${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}]`;
}
