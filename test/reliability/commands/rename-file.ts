import { renameSync } from "node:fs";
import { type Model, type ModelFile, pathOf, type World } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Gives the file another name, as a tool that tidies up would. */
export class RenameFile extends FileCommand {
  protected override act(path: string, file: ModelFile, model: Model, world: World): void {
    file.name = `renamed-${model.serial}.jsonl`;
    renameSync(path, pathOf(world, file));
  }
}
