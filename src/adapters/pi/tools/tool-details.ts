import type { CoverageState } from "../../../domain/model/coverage.ts";
import type { EventRead } from "../../../domain/model/event-read.ts";
import type { EventSearchAnswer } from "../../../domain/model/hit.ts";
import type { EventTrace } from "../../../domain/model/trace.ts";
import type { SyncProgress } from "../../../ports/progress.ts";

/**
 * What a tool result keeps beside its text, for drawing. Pi writes it into the session file, so it holds numbers only (under 200 bytes);
 * the full answer is structured content, which Pi does not write down and hands to renderers only while the session runs.
 */
export type EventToolDetails = SearchDetails | ReadDetails | TraceDetails | ProgressDetails;

export interface SearchDetails {
  readonly tool: "event_search";
  readonly hits: number;
  /** Matching events and fragments in all. */
  readonly events: number;
  readonly fragments: number;
  readonly coverage: CoverageState;
}

export interface ReadDetails {
  readonly tool: "event_read";
  readonly fragments: { readonly returned: number; readonly total: number };
  readonly before: number;
  readonly after: number;
  readonly coverage: CoverageState;
}

export interface TraceDetails {
  readonly tool: "event_trace";
  readonly totals: EventTrace["totals"];
  readonly coverage: CoverageState;
}

/** Of a partial result, while the index catches up before the query. */
export interface ProgressDetails {
  readonly progress: SyncProgress;
}

export function searchDetails({ hits, totals, coverage }: EventSearchAnswer): SearchDetails {
  const { events, fragments } = totals;
  return { tool: "event_search", hits: hits.length, events, fragments, coverage: coverage.state };
}

export function readDetails({ fragmentCoverage, before, after, coverage }: EventRead): ReadDetails {
  const { returned, total } = fragmentCoverage;
  return {
    tool: "event_read",
    fragments: { returned, total },
    before: before.length,
    after: after.length,
    coverage: coverage.state,
  };
}

export function traceDetails({ totals, coverage }: EventTrace): TraceDetails {
  return { tool: "event_trace", totals: { ...totals }, coverage: coverage.state };
}
