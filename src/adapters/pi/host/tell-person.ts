import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Tells the person something once: in the interface, or on standard error where there is none. Never throws. */
export function tellPerson(context: ExtensionContext, message: string, severity: "info" | "warning" = "warning"): void {
  try {
    if (context.hasUI) context.ui.notify(message, severity);
    else process.stderr.write(`${message}\n`);
  } catch {
    // The session has been replaced, or nobody reads standard error any more.
  }
}
