import type { Caller } from "../../src/domain/use-cases/history.ts";
import { openInWorker } from "./worker-threads.ts";

/** A program of a few lines over a history in a worker: `node worker-scenario.ts <scenario> <session folder> <folder of the index>`. */

const [scenario, sessions = "", folder = ""] = process.argv.slice(2);
const caller: Caller = { cwd: "/", everything: true };
const { history, exitCodes } = openInWorker({ sessions, folder });
const print = (text: string): void => void process.stdout.write(`${text}\n`);

switch (scenario) {
  case "never used":
    break;
  case "started":
    history.start();
    break;
  case "idle":
    print(`indexed ${(await history.sync(caller)).sessions.indexed}`);
    break;
  case "pending":
    // Nobody in this file waits for it: only the pending call keeps the process.
    void history.sync(caller).then(({ sessions: { indexed } }) => print(`indexed ${indexed}`));
    break;
  case "closed":
    print(`indexed ${(await history.sync(caller)).sessions.indexed}`);
    await history.close();
    print(`exited with ${exitCodes.join()}`);
    break;
  default:
    throw new Error(`No such scenario: ${scenario}`);
}
