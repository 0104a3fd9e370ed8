import type { CoverageState } from "../../../domain/model/coverage.ts";
import { formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import type { EventToolDetails } from "../tools/tool-details.ts";
import { type AnswerLine, readAnswerLines } from "./answer-lines.ts";
import { objectOf } from "./call-arguments.ts";
import { NO_SESSION } from "../texts/write-coverage.ts";
import { type Span, span } from "./span.ts";

type Details<Tool> = Extract<EventToolDetails, { readonly tool: Tool }>;
type Summarize<Tool> = (details: Details<Tool>, own: readonly AnswerLine[]) => Span[];

const SUMMARIES: { readonly [Tool in keyof typeof TOOLS]: Summarize<Tool> } = {
  event_search: ({ hits, events, coverage }, own) => {
    const state = describeState(coverage, own);
    if (hits === 0)
      return [span("no match", "warning"), coverage === "ready" ? span(" · ", "faint") : span(": ", "warning"), state];
    const shown = hits < events ? `${formatNumber(hits)} of ${formatCount(events, "hit")}` : formatCount(hits, "hit");
    return [span(shown, "good"), span(" · ", "faint"), state];
  },
  event_read: ({ fragments, before, after, coverage }, own) => {
    // Behind the line with the ids stands what kind of event it is.
    const facts = own[0]?.text.startsWith("session ") ? own[1]?.text : undefined;
    const { returned, total } = fragments;
    const words = [
      ...(facts === undefined ? [] : [facts]),
      returned < total
        ? `${formatNumber(returned)} of ${formatCount(total, "fragment")}`
        : formatCount(total, "fragment"),
      ...(own.some(({ text }) => text.startsWith("[left out ")) ? ["cut"] : []),
      ...(before > 0 ? [`${formatNumber(before)} before`] : []),
      ...(after > 0 ? [`${formatNumber(after)} after`] : []),
    ];
    return [span(words.join(" · "), "good"), ...unlessReady(coverage, own)];
  },
  event_trace: ({ totals, coverage }, own) => {
    const words = [
      formatCount(totals.children, "child", "children"),
      formatCount(totals.branchSiblings, "sibling"),
      `${formatNumber(totals.related)} related`,
    ];
    return [span(words.join(" · "), "good"), ...unlessReady(coverage, own)];
  },
};

/** What each tool's details must hold to be read: the session file may be another version's. */
const TOOLS = {
  event_search: ["hits", "events"],
  event_read: ["before", "after"],
  event_trace: [],
} as const;

/** A result in a few words; the first line of its text where its details are not ours. */
export function summarizeAnswer(tool: keyof typeof TOOLS, details: unknown, text: string): Span[] {
  const own = readAnswerLines(text).filter((line) => !line.isQuoted && line.text !== "");
  try {
    if (isOf(tool, details)) return (SUMMARIES[tool] as Summarize<typeof tool>)(details as never, own);
  } catch {
    // Of another version: told below.
  }
  return [span(own[0]?.text ?? "no text", "text")];
}

function isOf(tool: keyof typeof TOOLS, details: unknown): boolean {
  const held = objectOf(details);
  return (
    held["tool"] === tool &&
    typeof held["coverage"] === "string" &&
    TOOLS[tool].every((name) => typeof held[name] === "number")
  );
}

function describeState(state: CoverageState, own: readonly AnswerLine[]): Span {
  if (state === "ready") {
    const isEmpty = own.some(({ text }) => text.includes(NO_SESSION));
    return isEmpty ? span("no session in this workspace", "warning") : span("ready", "quiet");
  }
  const line = own.find(({ text }) => text.includes(`Index ${state}: `))?.text ?? "";
  const [, indexed, known] = /(\d+) of (\d+) sessions?\b/.exec(line.slice(line.indexOf("Index "))) ?? [];
  const count =
    indexed === undefined || known === undefined
      ? ""
      : ` (${formatNumber(Number(indexed))} of ${formatCount(Number(known), "session")})`;
  const words = { "catching-up": "index catching up", partial: "index has gaps", error: "index not up to date" };
  return span((words[state] ?? "index state unknown") + count, "warning");
}

function unlessReady(state: CoverageState, own: readonly AnswerLine[]): Span[] {
  return state === "ready" ? [] : [span(" · ", "faint"), describeState(state, own)];
}
