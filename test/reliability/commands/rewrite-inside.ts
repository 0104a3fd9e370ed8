import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type { Model, ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Twice the bytes that a checkpoint pins at each end: a shorter prefix is pinned whole. */
const PINNED_WHOLE = 8_192;

/** Writes the file again in place, with one word changed somewhere: to one of the same length, or to a longer one. */
export class RewriteInside extends FileCommand {
  readonly #place: number;
  readonly #word: "yrter" | "retryretry";

  constructor(number: number, place: number, word: "yrter" | "retryretry") {
    super(number);
    this.#place = place;
    this.#word = word;
  }

  protected override details(): string {
    return `${this.#place} ${this.#word}`;
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    // Latin-1 keeps every byte as it is.
    const content = readFileSync(path, "latin1");
    const parts = content.split("retry");
    if (parts.length < 2) return;
    const place = 1 + (this.#place % (parts.length - 1));
    const rewritten = `${parts.slice(0, place).join("retry")}${this.#word}${parts.slice(place).join("retry")}`;
    const { atime, mtimeMs } = statSync(path);
    writeFileSync(path, rewritten, "latin1");
    // A rewrite within one tick of the file system's clock cannot be told from none; that is not what is tested here.
    utimesSync(path, atime, new Date(Math.floor(mtimeMs) + 5 + model.serial));
    const isPinnedWhole = content.length <= PINNED_WHOLE && file.missing === undefined;
    if (!isPinnedWhole) file.isRewritten = true;
  }
}
