/** Bytes (UTF-8) that a whole tool result stays below: the limit of Pi's own tools (design §12). */
export const MAX_RESULT_BYTES = 50 * 1024;
/** Lines of a whole tool result, as Pi counts them: by line feeds. */
export const MAX_RESULT_LINES = 2_000;

/** True for a text that a tool may return. Cost: linear in the text. */
export function fitsResult(text: string): boolean {
  if (text.length >= MAX_RESULT_BYTES || Buffer.byteLength(text) >= MAX_RESULT_BYTES) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines <= MAX_RESULT_LINES;
}
