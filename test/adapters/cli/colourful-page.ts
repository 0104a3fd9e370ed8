import { styleText } from "node:util";
import type { Page } from "../../../src/adapters/cli/printing/page.ts";
import { plainPage } from "./plain-page.ts";

/** A page with colours, whatever stdout is: every style is bold. */
export function colourfulPage(columns = 100): Page {
  return { ...plainPage(columns), paint: (_style, text) => styleText("bold", text, { validateStream: false }) };
}
