import type { fc } from "@fast-check/vitest";
import { readdirSync } from "node:fs";
import type { PiOperation } from "../../support/pi-operation.ts";
import { buildPiSession } from "../../support/pi-sessions.ts";
import { user, sessionFile } from "../../support/session-file.ts";
import type { Model, World } from "../world.ts";

/** Pi writes a new session, with the forks that its script asks for; or an old session of version 1, which Pi migrates when it opens it. */
export class WriteSession implements fc.AsyncCommand<Model, World> {
  readonly #script: readonly PiOperation[] | "version 1";

  constructor(script: readonly PiOperation[] | "version 1") {
    this.#script = script;
  }

  check(model: Readonly<Model>): boolean {
    return model.files.length < 8;
  }

  async run(model: Model, world: World): Promise<void> {
    const serial = model.serial++;
    world.figures.commands++;
    if (this.#script === "version 1") {
      const entries = ["old retry", "budget 重试"].map((text) => user(text, { id: undefined, parentId: undefined }));
      sessionFile(world.sessions, { id: `old${serial}`, version: null, entries });
    } else {
      const start = `2026-01-0${(serial % 9) + 1}T00:00:00.000Z`;
      buildPiSession(world.sessions, this.#script, { seed: `s${serial}`, start });
    }
    meetFiles(model, world);
  }

  toString(): string {
    return `WriteSession(${JSON.stringify(this.#script)})`;
  }
}

/** Takes files into the model that a command has made. */
export function meetFiles(model: Model, world: World): void {
  const known = new Set(model.files.map((file) => file.name));
  for (const name of readdirSync(world.sessions).toSorted()) if (!known.has(name)) model.files.push({ name });
}
