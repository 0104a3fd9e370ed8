import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { tellPerson } from "./tell-person.ts";

/** What the extensions of this package have told, by session: each of them meets the same obstacles. */
const told = new WeakMap<ExtensionContext["sessionManager"], Set<string>>();

/** Tells the person something, once in a session, whichever extension says it. Never throws. */
export function tellOnce(context: ExtensionContext, message: string): void {
  if (isFirst(context, message)) tellPerson(context, message);
}

function isFirst(context: ExtensionContext, message: string): boolean {
  try {
    const { sessionManager } = context;
    const texts = told.get(sessionManager) ?? new Set();
    told.set(sessionManager, texts);
    const { size } = texts;
    return texts.add(message).size > size;
  } catch {
    // The session has been replaced: nobody is there to be told.
    return false;
  }
}
