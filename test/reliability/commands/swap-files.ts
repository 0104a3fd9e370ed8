import { renameSync } from "node:fs";
import { chooseFile, type Model, type ModelFile, pathOf, type World } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Exchanges the names of two files; their contents, times and identities stay. */
export class SwapFiles extends FileCommand {
  readonly #other: number;

  constructor(number: number, other: number) {
    super(number);
    this.#other = other;
  }

  protected override details(): string {
    return `with ${this.#other}`;
  }

  protected override act(path: string, file: ModelFile, model: Model, world: World): void {
    const other = chooseFile(model, this.#other);
    if (other === file) return;
    const otherPath = pathOf(world, other);
    renameSync(path, `${path}.swapped`);
    renameSync(otherPath, path);
    renameSync(`${path}.swapped`, otherPath);
    [file.name, other.name] = [other.name, file.name];
  }
}
