import { inventoryFailed } from "../../../domain/model/errors.ts";
import { decodeUtf8 } from "./decode-utf8.ts";

/** Bytes of one blob, and of all of them together. */
const MAX_BLOB_BYTES = 1024 ** 2;
const MAX_BLOBS_BYTES = 16 * 1024 ** 2;

/**
 * The sizes in bytes that `git cat-file --batch-check` answers with, one line per object in the order asked. Errors: `InventoryFailed`
 * where one is missing, no blob or too large, or the answer is anything else.
 */
export function parseBlobSizes(answer: Uint8Array, objectIds: readonly string[]): readonly number[] {
  const lines = decodeUtf8(answer, "What git says of the manifests").split("\n");
  if (lines.pop() !== "" || lines.length !== objectIds.length) throw misframed();
  const sizes = lines.map((line, at) => {
    const [objectId, type, size, ...rest] = line.split(" ");
    if (objectId !== objectIds[at] || rest.length > 0) throw misframed();
    if (type === "missing") throw inventoryFailed("A package manifest's content is not on this machine.");
    if (type !== "blob" || !/^(?:0|[1-9]\d{0,14})$/.test(size ?? "")) throw misframed();
    return Number(size);
  });
  if (sizes.some((size) => size > MAX_BLOB_BYTES)) {
    throw inventoryFailed("A package manifest in the index is larger than 1 MiB.");
  }
  if (totalOf(sizes) > MAX_BLOBS_BYTES) {
    throw inventoryFailed("The package manifests in the index are larger than 16 MiB together.");
  }
  return sizes;
}

/** Bytes of the answer that `parseBlobs` takes. */
export function framedBytes(objectIds: readonly string[], sizes: readonly number[]): number {
  return totalOf(objectIds.map((objectId, at) => frameHeader(objectId, sizes[at] ?? 0).length + (sizes[at] ?? 0) + 1));
}

/**
 * The texts that `git cat-file --batch` answers with. Errors: `InventoryFailed` where a byte is not as the sizes announce it, and for
 * content that is no UTF-8; nothing is decoded before everything is in its place.
 */
export function parseBlobs(
  answer: Uint8Array,
  objectIds: readonly string[],
  sizes: readonly number[],
): readonly string[] {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  let at = 0;
  const contents = objectIds.map((objectId, place) => {
    const header = frameHeader(objectId, sizes[place] ?? 0);
    const start = at + header.length;
    const end = start + (sizes[place] ?? 0);
    if (bytes.toString("latin1", at, start) !== header || bytes[end] !== 0x0a) throw misframed();
    at = end + 1;
    return bytes.subarray(start, end);
  });
  if (at !== bytes.length) throw misframed();
  return contents.map((content) => decodeUtf8(content, "A package manifest in the index"));
}

function frameHeader(objectId: string, size: number): string {
  return `${objectId} blob ${size}\n`;
}

function totalOf(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

function misframed(): Error {
  return inventoryFailed("Git answered with something else than the objects asked for.");
}
