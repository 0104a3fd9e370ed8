import { commandToPaste } from "../../../src/adapters/cli/printing/command-to-paste.ts";
import type { Page } from "../../../src/adapters/cli/printing/page.ts";

/** A page without colours. */
export function plainPage(columns = 100, repeat: readonly string[] = []): Page {
  return {
    columns,
    everything: false,
    paint: (_style, text) => text,
    command: (verb, operands, options = []) => commandToPaste(verb, operands, [...options, ...repeat]),
  };
}
