import type { ExtensionAPI, ToolDefinition } from "@earendil-works/pi-coding-agent";

// Pi's own name for a tool of any parameters.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyTool = ToolDefinition<any, any>;

/**
 * Registers the tools whose names nobody has taken, and returns the names of the others: two extensions that want one name would make
 * Pi exit. Only once the session starts are the tools of every other extension known.
 */
export function registerFreeTools(pi: ExtensionAPI, tools: readonly AnyTool[]): readonly string[] {
  const taken = new Set(pi.getAllTools().map(({ name }) => name));
  const isFree = ({ name }: AnyTool): boolean => !taken.has(name);
  for (const tool of tools.filter(isFree)) pi.registerTool(tool);
  return tools.filter((tool) => !isFree(tool)).map(({ name }) => name);
}
