/** A fenced block of a Markdown page. */
export interface FencedBlock {
  /** First word after the fence, such as `sh`. */
  readonly language: string;
  /** What `file=` names, where it does. */
  readonly file?: string;
  readonly text: string;
  /** Line of the page on which the fence opens, from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, in order. */
export function fencedBlocks(page: string): FencedBlock[] {
  return Array.from(page.matchAll(/^```(\w*)(?: file=(\S+))?\n(.*?)^```$/gms), (match) => {
    const [, language = "", file, text = ""] = match;
    const line = page.slice(0, match.index).split("\n").length;
    return { language, ...(file !== undefined && { file }), text, line };
  });
}

/** The page with its fenced blocks taken out. */
export function proseOf(page: string): string {
  return page.replaceAll(/^```.*?^```$/gms, "");
}
