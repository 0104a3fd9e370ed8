import { readFileSync, truncateSync } from "node:fs";
import { user } from "../../support/session-file.ts";
import type { Model, ModelFile } from "../world.ts";
import { appendLine } from "./append-line.ts";
import { FileCommand } from "./file-command.ts";

const NEWLINE = 0x0a;

/** Cuts the file at any byte, or at the end of a line; with `regrow` it is then written on past its old size. */
export class TruncateFile extends FileCommand {
  readonly #place: number;
  readonly #regrow: boolean;

  constructor(number: number, place: number, regrow: boolean) {
    super(number);
    this.#place = place;
    this.#regrow = regrow;
  }

  protected override details(): string {
    return `at ${this.#place}${this.#regrow ? ", regrown" : ""}`;
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    const content = readFileSync(path);
    if (content.length === 0) return;
    let cut = this.#place % content.length;
    if (this.#regrow || this.#place % 2 === 0) cut = content.lastIndexOf(NEWLINE, cut) + 1;
    // Without its header a file is no session at all: that is what the smallest numbers are for.
    if (cut === 0 && this.#place > 40) cut = content.indexOf(NEWLINE) + 1;
    truncateSync(path, cut);
    delete file.missing;
    const end = content.indexOf(NEWLINE, cut);
    const isTorn = cut > 0 && content[cut - 1] !== NEWLINE;
    if (isTorn && end >= 0) file.missing = content.subarray(cut, end + 1);
    if (!this.#regrow) return;
    for (let grown = cut; grown <= content.length + 1; ) {
      const before = readFileSync(path).length;
      appendLine(path, file, user(`regrown retry ${model.serial}`), model.serial++);
      grown += readFileSync(path).length - before;
    }
  }
}
