import { createHash, hash } from "node:crypto";
import type { Hasher } from "../../ports/hasher.ts";

/** 120 bits of SHA-256 in base64url. */
const HASH_CHARACTERS = 20;
/** Code units from which feeding the texts one by one is faster than joining them (measured; the result is the same). */
const LARGE_CODE_UNITS = 8192;

/**
 * SHA-256, cut to 20 base64url characters: as fast here as SHA-1 and faster than BLAKE2. Texts go in as UTF-8, each behind its length,
 * so that no two different sequences give the same bytes.
 */
export function createSha256Hasher(): Hasher {
  return {
    texts: (texts) => {
      let codeUnits = 0;
      for (const text of texts) codeUnits += text.length;
      return codeUnits < LARGE_CODE_UNITS ? hashJoined(texts) : hashOneByOne(texts);
    },
    bytes: (bytes) => hash("sha256", bytes, "base64url").slice(0, HASH_CHARACTERS),
  };
}

function hashJoined(texts: readonly string[]): string {
  let joined = "";
  for (const text of texts) joined += prefix(text) + encodable(text);
  return hash("sha256", joined, "base64url").slice(0, HASH_CHARACTERS);
}

function hashOneByOne(texts: readonly string[]): string {
  const digest = createHash("sha256");
  for (const text of texts) digest.update(prefix(text)).update(encodable(text));
  return digest.digest("base64url").slice(0, HASH_CHARACTERS);
}

/** UTF-8 turns every lone surrogate into U+FFFD; as JSON each keeps its own spelling. */
function encodable(text: string): string {
  return text.isWellFormed() ? text : JSON.stringify(text);
}

/** Length of what follows, and whether it is the text itself or its JSON. */
function prefix(text: string): string {
  return text.isWellFormed() ? `${text.length}:` : `${encodable(text).length}?`;
}
