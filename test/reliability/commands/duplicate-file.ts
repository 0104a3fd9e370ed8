import { copyFileSync } from "node:fs";
import { type Model, type ModelFile, pathOf, type World } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Copies the file: one session in two files. */
export class DuplicateFile extends FileCommand {
  protected override act(path: string, file: ModelFile, model: Model, world: World): void {
    const copy: ModelFile = { name: `${"az"[model.serial % 2]}-copy-${model.serial}.jsonl` };
    if (file.missing) copy.missing = file.missing;
    copyFileSync(path, pathOf(world, copy));
    model.files.push(copy);
  }
}
