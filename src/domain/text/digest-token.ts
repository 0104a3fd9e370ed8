/**
 * A token at its place as a whole number below 2³² (FNV-1a over the code units, then the position and MurmurHash3's finish), so that the
 * sum over a text stands for all of its tokens in their order. Cost: linear in the token.
 */
export function digestToken(token: string, position: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  hash ^= Math.imul(position + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
