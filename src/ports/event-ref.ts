/** Names one event. Forks copy entry ids, so an entry id alone identifies nothing (design: identity). */
export interface EventRef {
  readonly sessionId: string;
  readonly entryId: string;
}
