import { fitsResult } from "./result-limits.ts";

/** One thing of which a text can show less. */
export interface Lever {
  /** Where it starts: everything. */
  readonly most: number;
  /** As far as it goes. */
  readonly least: number;
}

/**
 * The fullest text that fits a tool result: as written when that fits, else the first lever is pulled as far as needed, and only where its
 * end is not enough the next one. `write` gets one setting per lever and must not grow when a setting shrinks; with all levers at
 * their least it must fit. Cost: about 12 writings per lever that is pulled.
 */
export function fitText(levers: readonly Lever[], write: (settings: readonly number[]) => string): string {
  const settings = levers.map(({ most }) => most);
  let text = write(settings);
  for (const [at, { most, least }] of levers.entries()) {
    if (fitsResult(text)) return text;
    let tooMuch = most;
    settings[at] = Math.min(most, least);
    text = write(settings);
    if (!fitsResult(text)) continue;
    for (let enough = settings[at]; tooMuch - enough > 1; ) {
      const middle = Math.floor((enough + tooMuch) / 2);
      settings[at] = middle;
      const fuller = write(settings);
      if (fitsResult(fuller)) {
        enough = middle;
        text = fuller;
      } else tooMuch = middle;
    }
    return text;
  }
  return text;
}
