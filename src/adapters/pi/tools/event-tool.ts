import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { EventToolDetails } from "./tool-details.ts";

/** One of the three tools. Pi has checked the parameters against the tool's schema before it executes. */
export type EventTool = ToolDefinition<ToolDefinition["parameters"], EventToolDetails>;

/** What the tools say of themselves: they read what is on this machine and change nothing of it. */
export const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;
