import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import type { EventKey } from "../../ports/event-record.ts";
import type { Eligible } from "../../ports/filter-record.ts";
import type { QueryTree } from "../../ports/query-tree.ts";
import type { Analyzer, EngineFragment, FragmentMatch, MatchOptions, SearchEngine } from "../../ports/search-engine.ts";
import { ROWS_PER_KEY } from "./event-codes.ts";
import { deletePostings } from "./event-keys.ts";
import { matchQuery, type SearchedIndex } from "./match-query.ts";

const BATCH = 4_096;

/**
 * One table of FTS5 postings as a search engine. It belongs to the event store over the same database, whose `commit` and `discover` write the postings themselves: keys,
 * files and fragment classes are read from there.
 */
export class SqliteSearchEngine implements SearchEngine {
  readonly #index: SearchedIndex;

  constructor(index: SearchedIndex) {
    this.#index = index;
  }

  /** One transaction. A token holds nothing that FTS5's tokenizer would split, so tokens can be joined by spaces. */
  async add(fragments: readonly EngineFragment[], analyzer: Analyzer): Promise<void> {
    const { connection, table } = this.#index;
    connection.write(() => {
      const insert = connection.command(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`);
      for (const { event, ordinal, text } of fragments) {
        insert.run(event * ROWS_PER_KEY + ordinal, analyzer.tokens(text).join(" "));
      }
    });
  }

  /** One transaction. */
  async remove(events: readonly EventKey[]): Promise<void> {
    const { connection, table } = this.#index;
    connection.write(() => {
      for (const event of events) deletePostings(connection, table, event, event);
    });
  }

  /** The first batch decides all of them, on one snapshot. Errors: `Cancelled`, `IndexUnavailable`. */
  async *match(query: QueryTree, eligible: Eligible, options: MatchOptions = {}): AsyncGenerator<FragmentMatch[]> {
    const { signal, relevance = true } = options;
    throwIfCancelled(signal);
    const matches = this.#index.connection.read(() => matchQuery(this.#index, query, eligible.filter, relevance));
    for (let at = 0; at < matches.length; at += BATCH) {
      throwIfCancelled(signal);
      yield matches.slice(at, at + BATCH);
    }
  }
}
