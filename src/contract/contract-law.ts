import type { EventStore } from "../ports/event-store.ts";
import type { SearchEngine } from "../ports/search-engine.ts";

/** One sentence that holds for every implementation. `run` rejects with an assertion error where it does not. */
export interface ContractLaw {
  readonly name: string;
  run(): Promise<void>;
}

/** What a law is tried on: a fresh, empty index. Its store is closed after the law. */
export interface IndexUnderTest {
  readonly store: EventStore;
  readonly engine: SearchEngine;
  /** Postings that `store.discover` writes; absent where the index has none. */
  readonly discovery?: SearchEngine;
}

export type CreateIndex = () => IndexUnderTest | Promise<IndexUnderTest>;

export type CreateEngine = () => SearchEngine | Promise<SearchEngine>;
