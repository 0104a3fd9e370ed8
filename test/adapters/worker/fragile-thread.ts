import { parentPort, workerData } from "node:worker_threads";
import { serveHistory } from "../../../src/adapters/worker/serve-history.ts";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { nothingFound, scriptedHistory } from "./scripted-history.ts";

/** What `fragile-thread.ts` does when it is asked for a word. Anything else it answers at once. */
export type FragileQuery = "wait" | "throw" | "reject" | "exit" | "grow" | "block";

export interface FragileData {
  /** The history cannot be opened, as without the native library. */
  readonly refuses?: boolean;
  /** `block` holds the thread until its first element is notified. */
  readonly gate?: Int32Array<SharedArrayBuffer>;
}

const { refuses, gate } = (workerData ?? {}) as FragileData;
const never = new Promise<never>(() => {});

const actions: Record<FragileQuery, () => Promise<never> | undefined> = {
  wait: () => never,
  throw: () => {
    setTimeout(() => {
      throw new Error("thrown in a timer");
    });
    return never;
  },
  reject: () => {
    void Promise.reject(new Error("handled by nobody"));
    return never;
  },
  exit: () => process.exit(7),
  grow: () => {
    const held: number[][] = [];
    while (true) held.push(Array.from({ length: 100_000 }, (_, index) => index + held.length + 0.5));
  },
  block: () => {
    if (gate) Atomics.wait(gate, 0, 0);
    return undefined;
  },
};

if (parentPort !== null) {
  serveHistory(parentPort, async () => {
    if (refuses) {
      throw new RecallError("IndexUnavailable", "The SQLite library cannot be loaded here.", {
        cause: new Error("ERR_DLOPEN_FAILED"),
      });
    }
    const history = scriptedHistory({
      search: async ({ query }) => (await actions[query as FragileQuery]?.()) ?? nothingFound,
    });
    return { history, notices: [] };
  });
}
