/** Tells when session files may have changed. Only a hint: it may come late, for nothing, or once for many changes. */
export interface SessionWatcher {
  /**
   * Yields at once, and from then on when something below the roots may have changed, at the latest after some seconds; changes that come
   * while the receiver is busy are not lost. Ends with the signal. Never throws.
   */
  changes(roots: readonly string[], options: { readonly signal: AbortSignal }): AsyncIterable<void>;
}
