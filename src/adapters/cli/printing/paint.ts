import { styleText } from "node:util";

const FORMATS = {
  strong: "bold",
  quiet: "dim",
  match: ["bold", "yellow"],
  kind: "cyan",
  good: "green",
  warning: "yellow",
  failure: "red",
} as const satisfies Record<string, Parameters<typeof styleText>[0]>;

export type Style = keyof typeof FORMATS;

/** Gives text a style, or returns it as it is where colours are not wanted. */
export type Paint = (style: Style, text: string) => string;

/** Paints for a stream: plain when it is no terminal or the environment says so (`NO_COLOR`, `FORCE_COLOR`). */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return (style, text) => styleText(FORMATS[style], text, { stream, validateStream: true });
}

/** True when styles are visible. */
export function isColourful(paint: Paint): boolean {
  return paint("match", "x") !== "x";
}
