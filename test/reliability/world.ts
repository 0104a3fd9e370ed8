import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenedIndex } from "./open-on-disk.ts";

/** What the commands know of the session files. The files themselves are the truth; this decides which command makes sense. */
export interface Model {
  readonly files: ModelFile[];
  /** Deleted files, to be restored. */
  readonly trash: { readonly name: string; readonly content: Buffer }[];
  /** Grows with every command: makes names, ids and times that never come again. */
  serial: number;
}

export interface ModelFile {
  name: string;
  /** What is missing of a record that was written in part. */
  missing?: Buffer;
  /** Rewritten inside since the last complete sync, at its old size: an append would hide that (design §11), so there is none. */
  isRewritten?: boolean;
}

/** The real thing: a folder of sessions, one index file, and two histories over it as two processes would have them. */
export interface World {
  readonly sessions: string;
  readonly index: string;
  readonly stagedBytes: number;
  histories: OpenedIndex[];
  /** Counted for the figures that the test prints. */
  readonly figures: { commands: number; syncs: number; cancelled: number; restarts: number };
}

/** Chosen by a number that is taken modulo how many there are. */
export function chooseFile(model: Model, number: number): ModelFile {
  return model.files[number % model.files.length] as ModelFile;
}

export function pathOf(world: World, file: ModelFile): string {
  return join(world.sessions, file.name);
}

/** Names and contents of all session files, as one hash. */
export function hashSessions(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}
