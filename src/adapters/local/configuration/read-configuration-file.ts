import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { RecallError } from "../../../domain/model/errors.ts";
import { locateJsonError } from "./locate-json-error.ts";

/** Name of the configuration file in Pi's agent directory. */
export const CONFIGURATION_FILE = "event-recall.json";
/** Bytes: hundreds of times what all settings take. */
export const MAX_CONFIGURATION_BYTES = 256 * 1024;

/**
 * The object in `<agentDir>/event-recall.json`; undefined where there is no such file. A file that is there and cannot be used is an
 * error and never ignored: it may exclude sessions. Errors: `InvalidConfiguration`, whose message names no path.
 */
export function readConfigurationFile(agentDir: string): Readonly<Record<string, unknown>> | undefined {
  const path = join(agentDir, CONFIGURATION_FILE);
  const bytes = readBytes(path);
  if (bytes === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidFile("is not UTF-8 text", { cause });
  }
  const json = parse(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw invalidFile("must hold one JSON object, {} for no settings");
  }
  return json as Readonly<Record<string, unknown>>;
}

function readBytes(path: string): Buffer | undefined {
  try {
    const item = statSync(path);
    if (!item.isFile()) throw invalidFile("is no regular file");
    if (item.size > MAX_CONFIGURATION_BYTES) {
      throw invalidFile(`is larger than ${MAX_CONFIGURATION_BYTES / 1024} KiB`);
    }
    return readFileSync(path);
  } catch (error) {
    if (error instanceof RecallError) throw error;
    // A link that leads nowhere is not an absent file: what it led to may exclude sessions.
    if (isMissing(error) && isCertainlyMissing(path)) return undefined;
    throw invalidFile("cannot be read", { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { line, column } = locateJsonError(text) ?? { line: 1, column: 1 };
    throw invalidFile(`is not valid JSON: see line ${line}, column ${column}`, { cause });
  }
}

function invalidFile(problem: string, options?: { readonly cause: unknown }): RecallError {
  return new RecallError(
    "InvalidConfiguration",
    `${CONFIGURATION_FILE} in Pi's agent directory ${problem}. Nothing is searched until it is mended or deleted.`,
    options,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function isCertainlyMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return isMissing(error);
  }
}
