import { assistant, toolCall, toolResult } from "../../support/session-file.ts";
import type { Model, ModelFile } from "../world.ts";
import { appendLine } from "./append-line.ts";
import { FileCommand } from "./file-command.ts";

/** Appends a tool call, or the result of one: a pair comes in two appends, with a sync in between or not. */
export class AppendToolCall extends FileCommand {
  override readonly grows = true;
  readonly #callId: string;
  readonly #half: "call" | "result";
  readonly #text: string;

  constructor(number: number, callId: string, half: "call" | "result", text: string) {
    super(number);
    this.#callId = callId;
    this.#half = half;
    this.#text = text;
  }

  protected override details(): string {
    return `${this.#half} ${this.#callId} ${JSON.stringify(this.#text)}`;
  }

  protected override act(path: string, file: ModelFile, model: Model): void {
    const entry =
      this.#half === "call"
        ? assistant([toolCall(this.#callId, "bash", { command: this.#text })])
        : toolResult(this.#callId, "bash", this.#text);
    appendLine(path, file, entry, model.serial);
  }
}
