import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { escapeLinesForTerminal } from "../../../domain/text/escape-for-terminal.ts";

/** Tells the person something once: in the interface, or on standard error where there is none. Escaped here. Never throws. */
export function tellPerson(context: ExtensionContext, message: string, severity: "info" | "warning" = "warning"): void {
  // A setting's name or a path may hold anything.
  const text = escapeLinesForTerminal(message).join("\n");
  try {
    if (context.hasUI) context.ui.notify(text, severity);
    else process.stderr.write(`${text}\n`);
  } catch {
    // The session has been replaced, or nobody reads standard error any more.
  }
}
