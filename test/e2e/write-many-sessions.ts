import { sessionFile, user } from "../support/session-file.ts";

/**
 * Writes sessions `s1`, `s2` … of about 40 KB each, enough of them to keep a sync busy. Every entry holds `common`, entry `e<n>` of
 * session `s<m>` also `word<n>x<m>`.
 */
export function writeManySessions(folder: string, count: number): void {
  const filler = Array.from({ length: 400 }, (_, index) => `filler${(index * 7919) % 1000}`).join(" ");
  for (let session = 1; session <= count; session++) {
    const entries = Array.from({ length: 12 }, (_, index) => user(`common word${index + 1}x${session} ${filler}`));
    sessionFile(folder, { id: `s${session}`, entries, timestamp: new Date(session * 60_000).toISOString() });
  }
}
