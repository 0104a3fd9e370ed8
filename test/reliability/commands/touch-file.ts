import { statSync, utimesSync } from "node:fs";
import type { Model, ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Changes the file's time and nothing else. */
export class TouchFile extends FileCommand {
  protected override act(path: string, _file: ModelFile, model: Model): void {
    const { atime, mtimeMs } = statSync(path);
    utimesSync(path, atime, new Date(Math.floor(mtimeMs) + 1000 + model.serial));
  }
}
