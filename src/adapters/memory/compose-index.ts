import type { EventStore } from "../../ports/event-store.ts";
import type { Analyzer, SearchEngine } from "../../ports/search-engine.ts";
import { type DiscoveryEngine, type EngineDescription, MemoryEventStore } from "./memory-event-store.ts";

/** The ports of an index, over one content. */
export interface MemoryIndex {
  readonly store: EventStore;
  readonly engine: SearchEngine;
  /** Trigrams of what people and models said. */
  readonly discovery?: SearchEngine;
}

/**
 * An index around an engine that comes alone: the memory store keeps the events and feeds the engine. `discovery`: one more of its sort,
 * empty, for the trigrams of conversations; without it sessions can be searched by words alone.
 */
export function composeIndex(
  engine: SearchEngine,
  analyzer: Analyzer,
  description?: EngineDescription,
  discovery?: DiscoveryEngine,
): MemoryIndex {
  const store = new MemoryEventStore(engine, analyzer, description, discovery);
  return { store, engine, ...(discovery && { discovery: discovery.engine }) };
}
