import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** This package's folder under Pi's agent directory: the local log, and index files unless told otherwise. */
export function ownFolder(agentDir: string): string {
  return join(agentDir, "pi-event-recall");
}

/** Makes the folder where it is missing, for its owner alone (0700), also when it was wider before. Throws the driver's error. */
export function prepareOwnFolder(agentDir: string): void {
  const folder = ownFolder(agentDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}
