import { parentPort } from "node:worker_threads";
import { serveHistory } from "../../src/adapters/worker/serve-history.ts";
import { openHistory } from "../../src/container.ts";

/** A worker over a real index that throws where nobody catches, with its database open, when it is asked for the status. */
if (parentPort !== null) {
  serveHistory(parentPort, async (options) => {
    const opened = await openHistory(options);
    const status = (): Promise<never> => {
      setTimeout(() => {
        throw new Error("thrown with the database open");
      });
      return new Promise(() => {});
    };
    return { ...opened, history: { ...opened.history, status } };
  });
}
