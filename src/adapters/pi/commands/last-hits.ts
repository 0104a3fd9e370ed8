import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { EventRef } from "../../../ports/event-ref.ts";
import { readHitRefs } from "../texts/read-hit-refs.ts";

/**
 * The numbered hits of the last `event_search` with any, as this session's current path shows them: also those of a resumed session.
 * Holes where a hit cannot be named.
 */
export function lastHits(sessionManager: ExtensionContext["sessionManager"]): readonly (EventRef | undefined)[] {
  for (const entry of sessionManager.getBranch().toReversed()) {
    if (entry.type !== "message" || entry.message.role !== "toolResult") continue;
    const { toolName, isError, content } = entry.message;
    if (toolName !== "event_search" || isError) continue;
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    const hits = readHitRefs(text);
    if (hits.length > 0) return hits;
  }
  return [];
}
