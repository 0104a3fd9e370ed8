import { throwIfCancelled } from "../../model/cancellation.ts";
import type { IndexVerification } from "../../model/index-verification.ts";
import type { SyncOptions } from "../history.ts";
import { interruptible, type MendedIndex } from "../mended-index.ts";
import { stageSession } from "../sync/stage-session.ts";
import { compareIndex } from "./compare-index.ts";
import type { IndexFindings } from "./index-findings.ts";

/** The index for work on all of it. */
export type WholeIndex = Pick<MendedIndex, "use" | "rebuild">;

/**
 * Compares the whole index with the sources, and with `repair` mends what differs: single files beside the rows that answer, anything that
 * single files cannot mend by building the index anew. Says what was found, and whether it stands now. Cost: reading every session
 * file twice and every posting; after a repair once more. Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function verifyIndex(
  { repair }: { readonly repair: boolean },
  index: WholeIndex,
  options: SyncOptions,
): Promise<Omit<IndexVerification, "coverage">> {
  const compare = (): Promise<IndexFindings> =>
    index.use((parts, interrupt) => compareIndex(parts, interruptible(options, interrupt)));
  const found = await compare();
  if (found.ok || !repair) return { ok: found.ok, repaired: false, ...found.counts() };
  if (found.isDamaged) await index.rebuild(options);
  else {
    await index.use(async (parts, interrupt) => {
      const { signal } = interruptible(options, interrupt);
      const known = new Map((await parts.store.sources()).map((source) => [source.path, source]));
      for (const file of found.differing) {
        throwIfCancelled(signal);
        await stageSession(file, known.get(file.path), parts, { signal });
      }
    });
  }
  let left = await compare();
  if (!left.ok && !found.isDamaged) {
    await index.rebuild(options);
    left = await compare();
  }
  return { ok: left.ok, repaired: true, ...found.counts() };
}
