import type { Page } from "./page.ts";

/** The rows that offer a command: an arrow and the command, or nothing where there is none to paste. */
export function printNextCommand(page: Page, indent: string, ...parts: Parameters<Page["command"]>): string[] {
  const command = page.command(...parts);
  return command === undefined ? [] : [`${indent}${page.paint("quiet", "→ ")}${page.paint("kind", command)}`];
}
