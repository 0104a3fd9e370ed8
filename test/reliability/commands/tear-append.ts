import { appendFileSync } from "node:fs";
import { user } from "../../support/session-file.ts";
import type { Model, ModelFile } from "../world.ts";
import { lineOf } from "./append-line.ts";
import { FileCommand } from "./file-command.ts";

/** Appends a part of a record: cut anywhere, inside a character of several bytes too, or just before its newline. */
export class TearAppend extends FileCommand {
  override readonly grows = true;
  readonly #cut: number;

  constructor(number: number, cut: number) {
    super(number);
    this.#cut = cut;
  }

  protected override suits(file: Readonly<ModelFile>): boolean {
    return file.missing === undefined;
  }

  protected override details(): string {
    return `cut ${this.#cut}`;
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    const record = Buffer.from(lineOf(path, user("torn retry 重试数据库リトライ👩🏽‍💻 end"), model.serial));
    const at = 1 + (this.#cut % (record.length - 1));
    appendFileSync(path, record.subarray(0, at));
    file.missing = record.subarray(at);
  }
}
