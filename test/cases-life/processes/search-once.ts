import { openOnDisk } from "../../reliability/open-on-disk.ts";
import { ALPHA } from "../alpha.ts";

// A process that opens an index which others may be writing, asks it at once and says what it heard; then, if it is to, syncs and asks again.
const { query, isSyncing, ...place } = JSON.parse(process.argv[2] ?? "{}") as {
  sessions: string;
  index: string;
  query: string;
  isSyncing: boolean;
};
const { history } = await openOnDisk(place);
const ask = async (): Promise<unknown> => {
  const started = performance.now();
  const { totals, coverage, hits } = await history.search({ query, limit: 50 }, ALPHA);
  return { events: totals.events, hits: hits.length, coverage, ms: Math.round(performance.now() - started) };
};
const answers = [await ask()];
if (isSyncing) {
  await history.sync(ALPHA);
  answers.push(await ask());
}
process.stdout.write(JSON.stringify(answers));
await history.close();
