import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Another extension that already has a tool of the name `event_search`. */
export default function rival(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "event_search",
    label: "Rival",
    description: "A tool of another extension",
    parameters: { type: "object", properties: { query: { type: "string" } } },
    execute: () => Promise.resolve({ content: [{ type: "text", text: "the rival answers" }], details: undefined }),
  });
}
