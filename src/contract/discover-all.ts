import assert from "node:assert/strict";
import type { DiscoveryMark, DiscoveryStep } from "../ports/discovery-record.ts";
import type { EventStore, IndexChange } from "../ports/event-store.ts";

/** Texts of a change's fragments by `<path>/<entry id>/<ordinal>`. */
function textsOf(change: IndexChange): ReadonlyMap<string, string> {
  return new Map(
    (change.sources ?? []).flatMap(({ source, append }) =>
      append.flatMap(({ entryId, fragments }) =>
        fragments.map(({ ordinal, text }) => [`${source.path}/${entryId}/${ordinal}`, text] as const),
      ),
    ),
  );
}

/** The step that takes the next events of a file, at most `limit`, with the texts that `textOf` knows. */
export async function nextStep(
  store: EventStore,
  from: DiscoveryMark,
  textOf: (entryId: string, ordinal: number) => string | undefined,
  limit: number,
): Promise<DiscoveryStep> {
  const events = await store.eventsBehind(from, limit);
  const fragments = events.flatMap(({ key, entryId, fragments: held }) =>
    held.flatMap(({ ordinal }) => {
      const text = textOf(entryId, ordinal);
      return text === undefined ? [] : [{ event: key, ordinal, text }];
    }),
  );
  const last = events.at(-1);
  assert.ok(last, "a file with a backlog has events behind its mark");
  return { from, through: last.key, fragments };
}

/** Puts every fragment of a change into the discovery index, in small steps. */
export async function discoverAll(store: EventStore, change: IndexChange): Promise<void> {
  const texts = textsOf(change);
  const paths = new Map((await store.sources()).map(({ key, path }) => [key, path]));
  for (let backlog = await store.undiscovered(); backlog.length > 0; backlog = await store.undiscovered()) {
    const steps: DiscoveryStep[] = [];
    for (const mark of backlog) {
      const textOf = (entryId: string, ordinal: number) => texts.get(`${paths.get(mark.source)}/${entryId}/${ordinal}`);
      steps.push(await nextStep(store, mark, textOf, 7));
    }
    await store.discover(steps);
  }
}
