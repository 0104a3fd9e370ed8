import { appendFileSync } from "node:fs";
import type { ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Appends what is missing of a torn record: all of it, or a part more. */
export class CompleteRecord extends FileCommand {
  override readonly grows = true;
  readonly #isWhole: boolean;

  constructor(number: number, isWhole: boolean) {
    super(number);
    this.#isWhole = isWhole;
  }

  protected override suits(file: Readonly<ModelFile>): boolean {
    return file.missing !== undefined;
  }

  protected override details(): string {
    return this.#isWhole ? "whole" : "a part";
  }

  protected override act(path: string, file: ModelFile): void {
    const missing = file.missing ?? Buffer.alloc(0);
    const given = this.#isWhole || missing.length < 2 ? missing.length : missing.length >> 1;
    appendFileSync(path, missing.subarray(0, given));
    if (given === missing.length) delete file.missing;
    else file.missing = missing.subarray(given);
  }
}
