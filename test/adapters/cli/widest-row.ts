import stringWidth from "string-width";

/** Cells of the widest printed row, commands to paste left out: those are never wrapped. */
export function widestRow(text: string): number {
  const rows = text.split("\n").filter((row) => !row.includes("pi-event-recall "));
  return Math.max(0, ...rows.map((row) => stringWidth(row)));
}
