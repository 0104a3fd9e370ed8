import { Worker } from "node:worker_threads";
import { openWorkerHistory } from "../../src/adapters/worker/open-worker-history.ts";

// A process whose workers throw one after the other, each in the middle of a sync; then one that does not looks at what they left.
const { rounds, ...options } = JSON.parse(process.argv[2] ?? "{}") as {
  rounds: number;
  sessions: string[];
  index: string;
};
const caller = { cwd: "/home/ada/payments", everything: true };
const open = (createWorker: () => Worker) => {
  let minutes = 0;
  // Each crash an hour after the last one: none is one too many.
  return openWorkerHistory({ createWorker, options, shutdownMs: 30_000, now: () => 3_600_000 * minutes++ });
};
const throwing = open(() => new Worker(new URL("./throwing-thread.ts", import.meta.url), { stderr: true }));
const failures = new Set<string>();
for (let round = 0; round < rounds; round++) {
  const note = (error: unknown): void => void failures.add((error as Error).message);
  await Promise.all([throwing.sync(caller).catch(note), throwing.status(caller).catch(note)]);
}
await throwing.close();
const sound = open(() => new Worker(new URL("../../src/entries/worker.ts", import.meta.url)));
const { state } = await sound.sync(caller);
const { ok } = await sound.verify({ repair: false }, caller);
await sound.close();
process.stdout.write(JSON.stringify({ failures: [...failures], state, ok }));
