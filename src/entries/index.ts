export { composeIndex, type MemoryIndex } from "../adapters/memory/compose-index.ts";
export type { HistoryIndex, OpenedHistory, OpenHistoryOptions } from "../container.ts";
export { openHistory } from "../container.ts";
export type { Coverage, CoverageState } from "../domain/model/coverage.ts";
export { RecallError, type RecallErrorCode } from "../domain/model/errors.ts";
export type { ContextRole, EventRead, EventSummary, Omission, ReadFragment } from "../domain/model/event-read.ts";
export type { BranchForkReceipt } from "../domain/model/fork-receipt.ts";
export type { EventSearchAnswer, EventSearchHit, NoMatch } from "../domain/model/hit.ts";
export type { SessionLineage } from "../domain/model/lineage.ts";
export type { SessionLocation } from "../domain/model/session-location.ts";
export type * from "../domain/model/recall.ts";
export type { AnswerLimits, HistorySettings, SettingInForce, SettingSource } from "../domain/model/settings.ts";
export type { IndexStatus, SessionListing } from "../domain/model/session-listing.ts";
export type { TextPreview, TextRange } from "../domain/model/text-preview.ts";
export type { IndexPurge, IndexVerification } from "../domain/model/index-verification.ts";
export type { EventTrace, TraceEdge, TraceNode, TraceRelation } from "../domain/model/trace.ts";
export { matchRanges } from "../domain/query/highlight.ts";
export { parseEventQuery } from "../domain/query/parse-event-query.ts";
export { leavesOf } from "../domain/query/query-leaves.ts";
export { satisfies } from "../domain/query/satisfies.ts";
export { leafRelevance, roundRelevance } from "../domain/ranking/relevance.ts";
export { createAnalyzer } from "../domain/text/analyzer.ts";
export { occurrencesOf } from "../domain/text/occurrences.ts";
export { createTrigramAnalyzer, trigramLeaf } from "../domain/text/trigrams.ts";
export { createHistory } from "../domain/use-cases/create-history.ts";
export type {
  CallOptions,
  Caller,
  EventReadRequest,
  EventSearchRequest,
  EventTraceRequest,
  History,
  RecallBrowseRequest,
  RecallDiscoverRequest,
  RecallPrepareRequest,
  RecallReadRequest,
  RecallScrollRequest,
  SessionOpenRequest,
  SyncOptions,
} from "../domain/use-cases/history.ts";
export { Exclusions } from "../domain/use-cases/scope/exclusions.ts";
export type { HistoryParts } from "../domain/use-cases/history-parts.ts";
export type * from "../ports/clock.ts";
export type * from "../ports/diagnostics.ts";
export type * from "../ports/discovery-record.ts";
export type * from "../ports/event-record.ts";
export type * from "../ports/event-ref.ts";
export type * from "../ports/event-store.ts";
export type * from "../ports/filter-record.ts";
export type * from "../ports/hasher.ts";
export type * from "../ports/held-postings.ts";
export type * from "../ports/log-reader.ts";
export type * from "../ports/progress.ts";
export type * from "../ports/query-tree.ts";
export type * from "../ports/relation-record.ts";
export type * from "../ports/repository-inventory.ts";
export type * from "../ports/search-engine.ts";
export type * from "../ports/session-source.ts";
export type * from "../ports/skill-registry.ts";
export type * from "../ports/source-record.ts";
export type * from "../ports/vocabulary.ts";
export type * from "../ports/workspace-resolver.ts";
