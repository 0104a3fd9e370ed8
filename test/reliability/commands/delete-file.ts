import { readFileSync, rmSync } from "node:fs";
import type { Model, ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Deletes the file; `RestoreFile` may bring it back. */
export class DeleteFile extends FileCommand {
  protected override act(path: string, file: ModelFile, model: Model): void {
    model.trash.push({ name: file.name, content: readFileSync(path) });
    rmSync(path);
    model.files.splice(model.files.indexOf(file), 1);
  }
}
