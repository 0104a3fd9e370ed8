import type { HistoryAccess } from "../history-access.ts";
import { createEventReadTool } from "./event-read.ts";
import { createEventSearchTool } from "./event-search.ts";
import type { EventTool } from "./event-tool.ts";
import { createEventTraceTool } from "./event-trace.ts";

/** The three tools in the order of their use: search, read, trace. */
export function createEventTools(access: HistoryAccess): readonly EventTool[] {
  return [createEventSearchTool(access), createEventReadTool(access), createEventTraceTool(access)];
}
