import { appendFileSync } from "node:fs";
import type { ModelFile } from "../world.ts";
import { FileCommand } from "./file-command.ts";

/** Appends a newline and nothing else: it ends a torn record, or makes an empty line. */
export class AppendNewline extends FileCommand {
  override readonly grows = true;

  protected override act(path: string, file: ModelFile): void {
    appendFileSync(path, "\n");
    delete file.missing;
  }
}
