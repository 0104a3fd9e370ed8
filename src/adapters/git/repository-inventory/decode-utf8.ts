import { inventoryFailed } from "../../../domain/model/errors.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes as text, a byte order mark included. `what` begins the sentence that says what is no UTF-8. Errors: `InventoryFailed`. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw inventoryFailed(`${what} is not valid UTF-8.`, error);
  }
}
