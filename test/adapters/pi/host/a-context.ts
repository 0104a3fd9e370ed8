import { type ExtensionContext, SessionManager } from "@earendil-works/pi-coding-agent";

export interface HeardContext {
  readonly context: ExtensionContext;
  readonly notified: string[];
  /** Every text that the footer had; undefined where it was cleared. */
  readonly footer: (string | undefined)[];
}

/** As much of Pi's context as an extension gets without a terminal, over Pi's own session manager. */
export function aContext(session = SessionManager.inMemory("/home/ada/shop"), hasUI = true): HeardContext {
  const notified: string[] = [];
  const footer: (string | undefined)[] = [];
  const ui = {
    notify: (message: string) => void notified.push(message),
    setStatus: (_slot: string, text: string | undefined) => void footer.push(text),
  };
  const context = { sessionManager: session, cwd: "/home/ada/shop", hasUI, ui } as unknown as ExtensionContext;
  return { context, notified, footer };
}
