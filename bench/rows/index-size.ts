import { statSync } from "node:fs";
import type { BenchRow } from "../bench-row.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { openIndexFile } from "../open-parts.ts";

/** Size: bytes of the index file after its maintenance, per byte of searchable text. */
export async function indexSize(corpus: Corpus, indexFile: string): Promise<BenchRow> {
  const before = statSync(indexFile).size;
  const index = openIndexFile(indexFile);
  await index.store.maintain();
  await index.store.close();
  const after = statSync(indexFile).size;
  return {
    what: "size after maintenance",
    measured: after / corpus.textBytes,
    bound: 0.5,
    unit: "× searchable text",
    facts: { indexBytes: after, beforeMaintenance: before / corpus.textBytes, textBytes: corpus.textBytes },
  };
}
