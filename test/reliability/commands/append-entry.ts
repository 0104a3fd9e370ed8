import type { SessionEntry } from "../../support/session-file.ts";
import type { Model, ModelFile } from "../world.ts";
import { appendLine, entriesOf } from "./append-line.ts";
import { FileCommand } from "./file-command.ts";

/** What is appended: `place` says below which entry, or of which entry the id comes again. */
export type AppendedEntry =
  | { readonly kind: "entry"; readonly entry: SessionEntry }
  | { readonly kind: "branch" | "repeat"; readonly entry: SessionEntry; readonly place: number };

/** Appends one line: at the leaf, as a branch off any entry, or with the id of an earlier entry. */
export class AppendEntry extends FileCommand {
  override readonly grows = true;
  readonly #appended: AppendedEntry;

  constructor(number: number, appended: AppendedEntry) {
    super(number);
    this.#appended = appended;
  }

  protected override details(): string {
    return JSON.stringify(this.#appended);
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    const { kind, entry } = this.#appended;
    const held = entriesOf(path);
    const chosen = kind === "entry" ? undefined : held[this.#appended.place % Math.max(1, held.length)]?.id;
    const link = kind === "branch" ? { parentId: chosen ?? null } : kind === "repeat" && chosen ? { id: chosen } : {};
    appendLine(path, file, { ...entry, ...link }, model.serial);
  }
}
