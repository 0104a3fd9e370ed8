import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type { Model, ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Writes the file again with another header: another folder of the same or another length, or another id. */
export class ChangeHeader extends FileCommand {
  readonly #fields: Readonly<Record<string, string>>;

  constructor(number: number, fields: Readonly<Record<string, string>>) {
    super(number);
    this.#fields = fields;
  }

  protected override details(): string {
    return JSON.stringify(this.#fields);
  }

  protected override act(path: string, _file: ModelFile, model: Model): void {
    const content = readFileSync(path);
    const end = content.indexOf(0x0a);
    let header: Record<string, unknown>;
    try {
      header = JSON.parse(content.subarray(0, Math.max(0, end)).toString()) as Record<string, unknown>;
    } catch {
      return;
    }
    const { atime, mtimeMs } = statSync(path);
    writeFileSync(
      path,
      Buffer.concat([Buffer.from(JSON.stringify({ ...header, ...this.#fields })), content.subarray(end)]),
    );
    utimesSync(path, atime, new Date(Math.floor(mtimeMs) + 5 + model.serial));
  }
}
