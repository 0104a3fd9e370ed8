import type { PiOperation } from "../../support/pi-operation.ts";
import { continuePiSession } from "../../support/pi-sessions.ts";
import type { Model, ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Pi opens the session again and goes on with it. An old session is migrated by that, a torn line closed. */
export class ContinueSession extends FileCommand {
  override readonly grows = true;
  readonly #script: readonly PiOperation[];

  constructor(number: number, script: readonly PiOperation[]) {
    super(number);
    this.#script = script;
  }

  protected override details(): string {
    return JSON.stringify(this.#script);
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    delete file.missing;
    try {
      continuePiSession(path, this.#script, { seed: `continued${model.serial}` });
    } catch {
      // Pi refuses what is no session any more; whatever it wrote before stays.
    }
  }
}
