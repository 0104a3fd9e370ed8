import type { EventRead } from "../../../domain/model/event-read.ts";
import { fitText } from "./fit-text.ts";
import { writeCoverage } from "./write-coverage.ts";
import { textsWriter, writeEventFacts } from "./write-event.ts";
import { FRAMING, writeCount } from "./write-facts.ts";
import { writeForks } from "./write-forks.ts";
import { writeId } from "./write-id.ts";
import { writeName } from "./write-name.ts";

/** Code points of one fragment: as many as a read returns, and as few as still tell what it is. */
const CAP = { most: 4_000, least: 100 };
const ALL_FRAGMENTS = 20;

/**
 * The answer of `event_read` for the model: the event, its texts with receipts, and its neighbours in order around it. Where that exceeds a
 * tool result, the neighbours' texts are cut first, then the farthest neighbours, then the forks, and the event's own text last.
 */
export function writeReadAnswer(read: EventRead, { isWindow }: { readonly isWindow: boolean }): string {
  const head = writeHead(read);
  const writeTexts = textsWriter(read);
  const writeBefore = neighboursWriter(read.before, "before");
  const writeAfter = neighboursWriter(read.after, "after");
  const coverage = read.coverage.state === "ready" ? [] : [writeCoverage(read.coverage)];
  const levers = [
    CAP,
    { most: Math.max(read.before.length, read.after.length), least: 0 },
    { most: read.forks.length, least: 0 },
    CAP,
    { most: ALL_FRAGMENTS, least: 1 },
  ];
  return fitText(levers, ([neighbourCap = 0, distance = 0, forks = 0, cap = 0, most = 0]) =>
    [
      FRAMING,
      head,
      ...writeBefore(distance, neighbourCap),
      [`event ${writeId(read.event.entryId)}`, ...writeTexts({ cap, most, isWindow })].join("\n"),
      ...writeAfter(distance, neighbourCap),
      ...section(writeForks(read.forks, read.event.sessionId, forks)),
      ...coverage,
    ].join("\n\n"),
  );
}

function writeHead({ event }: EventRead): string {
  const parent = event.parentId === undefined ? "" : `, parent ${writeId(event.parentId)}`;
  const name = event.sessionName === undefined ? "" : ` ${writeName(event.sessionName, 240)}`;
  return [
    `session ${writeId(event.sessionId)} entry ${writeId(event.entryId)}${parent}`,
    writeEventFacts(event),
    `session${name} in ${writeName(event.cwd, 400)}`,
  ].join("\n");
}

/** Writes the neighbours of one side in their order, no farther than `distance`; of those beyond it, how to get them. */
function neighboursWriter(
  reads: readonly EventRead[],
  side: "before" | "after",
): (distance: number, cap: number) => string[] {
  const neighbours = reads.map((read, at) => {
    const step = side === "before" ? reads.length - at : at + 1;
    const id = writeId(read.event.entryId);
    return { id, head: `${side} ${step}: entry ${id}, ${writeEventFacts(read.event)}`, write: textsWriter(read) };
  });
  return (distance, cap) => {
    const missing = Math.max(0, neighbours.length - distance);
    const shown = side === "before" ? neighbours.slice(missing) : neighbours.slice(0, distance);
    const blocks = shown.map(({ head, write }) => [head, ...write({ cap, most: ALL_FRAGMENTS })].join("\n"));
    if (missing === 0) return blocks;
    const outermost = side === "before" ? shown[0] : shown.at(-1);
    const from = outermost === undefined ? "with fewer neighbours" : `from entry ${outermost.id} on`;
    const note = `[${writeCount(missing, "event")} ${side} left out, the result is full: read ${from}]`;
    return side === "before" ? [note, ...blocks] : [...blocks, note];
  };
}

function section(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.join("\n")];
}
