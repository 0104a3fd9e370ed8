import { renameSync, writeFileSync } from "node:fs";
import { sessionText, user } from "../../support/session-file.ts";
import type { Model, ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Puts another session in the file's place at once: written beside it, then renamed over it. */
export class ReplaceFile extends FileCommand {
  readonly #entries: number;

  constructor(number: number, entries: number) {
    super(number);
    this.#entries = entries;
  }

  protected override details(): string {
    return `${this.#entries} entries`;
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    const entries = Array.from({ length: this.#entries }, (_, at) => user(`replaced budget ${model.serial} ${at}`));
    writeFileSync(`${path}.written`, sessionText({ id: `replaced${model.serial}`, entries }));
    renameSync(`${path}.written`, path);
    delete file.missing;
    delete file.isRewritten;
  }
}
