import type { Theme, ThemeColor } from "@earendil-works/pi-coding-agent";

/** How a stretch of a line looks, in the colours of Pi's theme. */
export type Style = keyof typeof STYLES;

/** A stretch of one line of escaped text in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

const STYLES = {
  title: { color: "toolTitle", isBold: true },
  strong: { color: "text", isBold: true },
  match: { color: "accent", isBold: true },
  accent: { color: "accent" },
  text: { color: "toolOutput" },
  quiet: { color: "muted" },
  faint: { color: "dim" },
  good: { color: "success" },
  warning: { color: "warning" },
  failure: { color: "error" },
} as const satisfies Record<string, { color: ThemeColor; isBold?: boolean }>;

/** What is used of Pi's theme. */
export type Palette = Pick<Theme, "fg" | "bold">;

/** Paints a stretch. Only the foreground changes, so that the background of Pi's box stays whole. */
export function paint({ text, style }: Span, palette: Palette): string {
  if (text === "") return "";
  const { color, ...rest } = STYLES[style];
  return palette.fg(color, "isBold" in rest ? palette.bold(text) : text);
}

/** A shorthand: `span("3 hits", "strong")`. */
export function span(text: string, style: Style = "text"): Span {
  return { text, style };
}
