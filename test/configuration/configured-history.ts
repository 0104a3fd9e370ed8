import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHistory } from "../../src/container.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

/** A person's machine in a temporary folder: an agent directory with sessions and settings, and histories over it. */
export class Machine {
  readonly folder: string;
  readonly agentDir: string;
  readonly sessions: string;

  constructor(folder: string) {
    this.folder = folder;
    this.agentDir = join(folder, "agent");
    this.sessions = join(this.agentDir, "sessions");
    mkdirSync(this.sessions, { recursive: true });
  }

  /** Writes the configuration file: a text as it stands, anything else as JSON. */
  configure(settings: unknown): void {
    const text = typeof settings === "string" ? settings : JSON.stringify(settings);
    writeFileSync(join(this.agentDir, "event-recall.json"), text);
  }

  /** Opens the history as a face would that says nothing itself, and closes it afterwards. `env`: further variables. */
  async use<Result>(
    act: (history: History, notices: readonly string[]) => Promise<Result>,
    env: Readonly<Record<string, string>> = {},
    options: Parameters<typeof openHistory>[0] = {},
  ): Promise<Result> {
    const { history, notices } = await openHistory({
      env: { PI_CODING_AGENT_DIR: this.agentDir, ...env },
      cwd: this.folder,
      log: false,
      ...options,
    });
    try {
      return await act(history, notices);
    } finally {
      await history.close();
    }
  }
}

export function onMachine<Result>(act: (machine: Machine) => Promise<Result>): Promise<Result> {
  return withTemporaryFolder((folder) => act(new Machine(folder)));
}
