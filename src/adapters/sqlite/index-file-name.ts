import { SCHEMA_VERSION } from "./schema.ts";

const PREFIX = "event-index-";
const SUFFIX = ".sqlite";

/**
 * Name of the index file for a version (projector, analyzer, Unicode): another version opens another file, so that two runtimes
 * never rebuild each other's index (design §11).
 */
export function indexFileName(version: string): string {
  return `${PREFIX}s${SCHEMA_VERSION}-${version.replaceAll(/[^0-9A-Za-z.-]+/g, "-")}${SUFFIX}`;
}

/** True when a file's name is one that `indexFileName` gives for some version: what nobody else would call a file by chance. */
export function isVersionedIndexFileName(name: string): boolean {
  return /^event-index-s\d+-[0-9A-Za-z.-]+\.sqlite$/.test(name);
}

/** True when a file's name says that it is an index of this project, whatever it holds: it is disposable. */
export function isIndexFileName(name: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
}
