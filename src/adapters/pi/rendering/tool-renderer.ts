import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { Drawing } from "./drawing.ts";
import type { Palette } from "./span.ts";

type PiRenderCall = NonNullable<ToolDefinition["renderCall"]>;
type PiRenderResult = NonNullable<ToolDefinition["renderResult"]>;
/** What is used of the context that Pi hands to a renderer. */
export type RenderContext = Pick<
  Parameters<PiRenderCall>[2],
  "args" | "argsComplete" | "expanded" | "isError" | "keyHint" | "keyText"
>;
type RenderOptions = Parameters<PiRenderResult>[1];

/** How Pi shows a tool to a person. Neither function nor drawing ever throws, whatever a session file holds. */
export interface ToolRenderer {
  /** The call, from arguments that may be incomplete. */
  renderCall(args: unknown, theme: Palette, context: RenderContext): Drawing;
  /** The result: collapsed, or all of it when expanded; while it is partial, how far it is. */
  renderResult(result: unknown, options: RenderOptions, theme: Palette, context: RenderContext): Drawing;
}
