/** Where a session lies, for the person whose machine it is and never for a model: it names a path. */
export interface SessionLocation {
  readonly sessionId: string;
  /** Real path of the session's file. */
  readonly path: string;
  /** Folder that the session ran in, as its header has it. */
  readonly cwd: string;
  /** Present when an entry was asked for. */
  readonly entry?: {
    readonly entryId: string;
    readonly entryType: string;
    /** ISO time as recorded; may be empty. */
    readonly timestamp: string;
    /** Beginning of its text, at most 160 code points: what Pi's own tree shows of it. Empty where the file no longer holds it. */
    readonly preview: string;
  };
}
