import type { Coverage } from "./coverage.ts";

/** What a comparison of the whole index with its sources found, in counts over every file under the roots in force. */
export interface IndexVerification {
  /** True when the index is what a fresh build would be; after a repair, that of the repaired one. */
  readonly ok: boolean;
  /** True when something differed and was mended. */
  readonly repaired: boolean;
  /** `pending`: not compared, because the file has changed since it was indexed, is new or gone, or cannot be looked for. */
  readonly files: { readonly checked: number; readonly differing: number; readonly pending: number };
  readonly events: {
    readonly checked: number;
    readonly missing: number;
    readonly extra: number;
    readonly changed: number;
  };
  /** Edges that are missing or too many. */
  readonly relations: { readonly differing: number };
  /** `wrong`: fragments whose words are not all found where they stand, and fragments of no event. */
  readonly postings: { readonly checked: number; readonly wrong: number };
  /** False when the index contradicts itself, whatever the sources say. */
  readonly sound: boolean;
  readonly coverage: Coverage;
}

/** What a purge took off the disk. */
export interface IndexPurge {
  /** True when the index itself was deleted; false also where it had no file. */
  readonly deleted: boolean;
  /** Bytes the index took before and takes now. */
  readonly bytes: { readonly before: number; readonly after: number };
}
