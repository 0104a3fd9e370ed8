import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { type HistoryIndex, openHistory } from "../../src/container.ts";
import { analyze, LONG_RUN } from "../../src/domain/text/analyzer.ts";
import type { Eligible } from "../../src/ports/filter-record.ts";
import type { Analyzer } from "../../src/ports/search-engine.ts";
import { fixtureFiles } from "../support/fixture-files.ts";
import { sessionCorpus } from "../support/session-corpus.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

const CALLER = { cwd: "/home/ada/payments", everything: true } as const;
const ENGINES: Readonly<Record<string, (analyzer: Analyzer) => HistoryIndex>> = {
  fts5: () => openBetterSqlite3Index({ file: ":memory:", version: "recall" }),
  memory: openMiniSearchIndex,
};

interface PlainEntry {
  readonly id?: string;
  readonly type?: string;
  readonly summary?: unknown;
  readonly message?: { role?: string; content?: unknown; command?: unknown; output?: unknown };
}

/** The texts of an entry that a person would expect to search, read from the raw JSON by a rule of its own. */
function plainTexts({ type, summary, message }: PlainEntry): string[] {
  if (message?.role === "system") return [];
  const { content, command, output } = message ?? {};
  const blocks: unknown[] =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  const texts = blocks.flatMap((block) => {
    const {
      type: kind,
      text,
      arguments: values,
    } = (block ?? {}) as { type?: string; text?: unknown; arguments?: object };
    return kind === "text" ? [text] : kind === "toolCall" ? Object.values(values ?? {}) : [];
  });
  if (type === "compaction" || type === "branch_summary") texts.push(summary);
  if (message?.role === "bashExecution") texts.push(command, output);
  return texts.filter((text) => typeof text === "string");
}

/** Every word of a file, and the records (by place among the lines) that hold it. */
function scan(path: string): Map<string, Set<number>> {
  const holders = new Map<string, Set<number>>();
  for (const [position, line] of readFileSync(path, "utf8").split("\n").entries()) {
    let entry: PlainEntry | null;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    for (const word of plainTexts(entry ?? {}).flatMap(
      (text) => text.slice(0, 400_000).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
    )) {
      holders.set(word, (holders.get(word) ?? new Set()).add(position));
    }
  }
  return holders;
}

function byToken(holders: ReadonlyMap<string, ReadonlySet<number>>): Map<string, Set<number>> {
  const positions = new Map<string, Set<number>>();
  for (const [word, records] of holders) {
    for (const token of analyze(word).filter((part) => part !== LONG_RUN)) {
      positions.set(token, (positions.get(token) ?? new Set()).union(records));
    }
  }
  return positions;
}

const files = [...fixtureFiles(), ...sessionCorpus()];

describe.each(Object.keys(ENGINES))("word recall on %s", (engine) => {
  let words = 0;
  afterAll(() => {
    if (words < 1_000) throw new Error("The files hold too few words to prove anything.");
  });

  it.each(files.map((path) => [basename(path), path]))(
    "finds every word of %s in every event that holds it",
    async (name, path) => {
      await withTemporaryFolder(async (folder) => {
        copyFileSync(path, join(folder, name));
        let index: HistoryIndex | undefined;
        const { history } = await openHistory({
          sessions: [folder],
          engine: (analyzer) => (index = ENGINES[engine]?.(analyzer)) as HistoryIndex,
          log: false,
        });
        await history.sync(CALLER);
        const { store, engine: search } = index as HistoryIndex;
        const [source] = await store.sources();
        const events = await store.eventsOfSource(source?.key ?? 0);
        const positions = new Map(events.map((event) => [event.key, event.position]));
        const ordinary: Eligible = { filter: { sources: new Set([source?.key ?? 0]) }, accepts: () => true };
        const everything: Eligible = { ...ordinary, filter: { ...ordinary.filter, toolNames: toolNames(events) } };
        const recordsOf = async (token: string, eligible: Eligible): Promise<Set<number>> => {
          const found = new Set<number>();
          for await (const batch of search.match({ type: "term", token }, eligible, { relevance: false })) {
            for (const match of batch) found.add(positions.get(match.event) ?? -1);
          }
          return found;
        };
        for (const [token, holders] of byToken(scan(path))) {
          words++;
          const found = await recordsOf(token, ordinary);
          if (!holders.isSubsetOf(found))
            for (const position of await recordsOf(token, everything)) found.add(position);
          for (const position of holders) expect(found.has(position), `${token} in record ${position}`).toBe(true);
        }
        await history.close();
      });
    },
  );
});

/** Our own tools' output is found too when it is asked for by name. */
function toolNames(events: readonly { readonly fragments: readonly { readonly toolName?: string }[] }[]): Set<string> {
  return new Set(events.flatMap((event) => event.fragments.flatMap(({ toolName }) => toolName ?? [])));
}
