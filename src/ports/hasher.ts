/** A stable, collision-resistant hash. */
export interface Hasher {
  /** Hash of a sequence of texts, boundaries included, as a short text of a fixed length. */
  texts(texts: readonly string[]): string;
  /** Hash of bytes, as text. */
  bytes(bytes: Uint8Array): string;
}
