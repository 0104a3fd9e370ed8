/** How far a sync is. */
export interface SyncProgress {
  /** Files that need reading in this sync. */
  readonly files: number;
  readonly filesDone: number;
  /** Bytes of those files. */
  readonly bytes: number;
  readonly bytesDone: number;
}
