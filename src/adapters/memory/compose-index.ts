import type { EventStore } from "../../ports/event-store.ts";
import type { Analyzer, SearchEngine } from "../../ports/search-engine.ts";
import { type EngineDescription, MemoryEventStore } from "./memory-event-store.ts";

/** The two ports of an index, over one content. */
export interface MemoryIndex {
  readonly store: EventStore;
  readonly engine: SearchEngine;
}

/** An index around an engine that comes alone: the memory store keeps the events and feeds the engine. */
export function composeIndex(engine: SearchEngine, analyzer: Analyzer, description?: EngineDescription): MemoryIndex {
  return { store: new MemoryEventStore(engine, analyzer, description), engine };
}
