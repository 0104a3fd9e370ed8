import type { SettingInForce } from "../../../domain/model/settings.ts";
import { formatNumber } from "../../../domain/text/format-quantity.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

/** The settings in force, one a line, with where each comes from. */
export function printSettings(settings: readonly SettingInForce[], page: Page): string[] {
  if (settings.length === 0) return [];
  const lines = settings.flatMap(({ name, value, source }) =>
    printParagraph(page, escapeForTerminal(`${name}: ${describeValue(value)} (${source})`), { indent: "  " }),
  );
  return ["", page.paint("strong", "Settings:"), ...lines];
}

function describeValue(value: SettingInForce["value"]): string {
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") return value;
  return value.length === 0 ? "none" : value.join(", ");
}
