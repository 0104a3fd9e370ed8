import type { ToolRenderer } from "../../../../src/adapters/pi/rendering/tool-renderer.ts";
import type { Palette } from "../../../../src/adapters/pi/rendering/span.ts";

/** Colours as a terminal gets them: every stretch between escape codes. */
export const colourTheme: Palette = {
  fg: (color, text) => `\u001b[38;5;${color.length}m${text}\u001b[39m`,
  bold: (text) => `\u001b[1m${text}\u001b[22m`,
};

/** Names the colour of every stretch that is not plain tool output, for reading in a test. */
export const namedTheme: Palette = {
  fg: (color, text) => (color === "toolOutput" ? text : `<${color}>${text}</>`),
  bold: (text) => `*${text}*`,
};

/** No colours at all. */
export const plainTheme: Palette = { fg: (_color, text) => text, bold: (text) => text };

export type RenderContext = Parameters<ToolRenderer["renderCall"]>[2];

/** What Pi hands to a renderer. */
export function renderContext(given: Partial<RenderContext> = {}): RenderContext {
  return {
    args: {},
    argsComplete: true,
    expanded: false,
    isError: false,
    keyText: () => "ctrl+o",
    keyHint: (_key, description) => `\u001b[2mctrl+o\u001b[22m ${description}`,
    ...given,
  };
}
