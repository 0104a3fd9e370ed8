import type { fc } from "@fast-check/vitest";
import { chooseFile, type Model, type ModelFile, pathOf, type World } from "../world.ts";

/** A command that does something to one session file. */
export abstract class FileCommand implements fc.AsyncCommand<Model, World> {
  readonly #number: number;
  /** True for commands that make the file longer behind what may be indexed of it. */
  readonly grows: boolean = false;

  constructor(number: number) {
    this.#number = number;
  }

  check(model: Readonly<Model>): boolean {
    if (model.files.length === 0) return false;
    const file = chooseFile(model, this.#number);
    return !(this.grows && file.isRewritten) && this.suits(file);
  }

  async run(model: Model, world: World): Promise<void> {
    const file = chooseFile(model, this.#number);
    model.serial++;
    world.figures.commands++;
    this.act(pathOf(world, file), file, model, world);
  }

  toString(): string {
    return `${this.constructor.name}(${this.#number}${this.details() && `, ${this.details()}`})`;
  }

  /** False where the command makes no sense. */
  protected suits(_file: Readonly<ModelFile>): boolean {
    return true;
  }

  /** What a counterexample should say beside the file's number. */
  protected details(): string {
    return "";
  }

  protected abstract act(path: string, file: ModelFile, model: Model, world: World): void;
}
