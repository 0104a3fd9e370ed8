/**
 * Packs token ids into bytes: seven bits per byte, the lowest first, the top bit set on all but the last byte of an id. Ids that
 * were given early belong to the commonest words, so most take one or two bytes.
 */
export function packSequence(ids: readonly number[]): Uint8Array {
  let size = 0;
  for (const id of ids) size += packedSize(id);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const id of ids) {
    let rest = id;
    for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
    bytes[at++] = rest;
  }
  return bytes;
}

/** The ids that `packSequence` packed, in order. */
export function unpackSequence(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  let id = 0;
  let shift = 0;
  for (const byte of bytes) {
    id |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    ids.push(id);
    id = 0;
    shift = 0;
  }
  return ids;
}

/** True when one of the packed ids is wanted. Unpacks no further, and into nothing. */
export function holdsSome(bytes: Uint8Array, isWanted: (id: number) => boolean): boolean {
  let id = 0;
  let shift = 0;
  for (const byte of bytes) {
    id |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    if (isWanted(id)) return true;
    id = 0;
    shift = 0;
  }
  return false;
}

function packedSize(id: number): number {
  let size = 1;
  for (let rest = id; rest > 0x7f; rest >>>= 7) size++;
  return size;
}
