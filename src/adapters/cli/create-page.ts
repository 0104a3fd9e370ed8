import { commandToPaste } from "./printing/command-to-paste.ts";
import type { Page } from "./printing/page.ts";
import { createPaint } from "./printing/paint.ts";
import type { Scope } from "./read-scope.ts";
import type { Surroundings } from "./surroundings.ts";

const WIDTH_WITHOUT_TERMINAL = 100;
const NARROWEST = 32;

/** The page for stdout: the terminal's width, else `COLUMNS`, else 100 cells, and never under 32. */
export function createPage({ stdout, environment }: Surroundings, { repeat, caller }: Scope): Page {
  const wanted = stdout.columns || Number.parseInt(environment.env["COLUMNS"] ?? "", 10);
  return {
    columns: Math.max(NARROWEST, wanted > 0 ? wanted : WIDTH_WITHOUT_TERMINAL),
    paint: createPaint(stdout),
    everything: caller.everything === true,
    command: (verb, operands, options = []) => commandToPaste(verb, operands, [...options, ...repeat]),
  };
}
