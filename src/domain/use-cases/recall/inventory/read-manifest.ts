import { asObject, readField, readName } from "../../../projection/json-object.ts";
import { clipText } from "../../../text/clip-text.ts";

/** Code points of a package's or a script's name, and of a command. */
const NAME_CODE_POINTS = 214;
const COMMAND_CODE_POINTS = 240;

/** What a package manifest says of scripts. */
export interface ManifestReading {
  readonly packageName?: string;
  readonly scripts: readonly { readonly name: string; readonly command: string }[];
}

/**
 * The scripts of a `package.json`, in its order, names and commands clipped to one line. A text that is no manifest (repositories keep broken
 * ones as test data) has none. Never throws.
 */
export function readManifest(text: string): ManifestReading {
  const manifest = asObject(parseJson(text.replace(/^\uFEFF/, "")));
  const scripts = manifest && asObject(readField(manifest, "scripts"));
  if (!manifest || !scripts) return { scripts: [] };
  const packageName = readName(manifest, "name");
  return {
    ...(packageName !== undefined && { packageName: clipText(packageName, NAME_CODE_POINTS) }),
    scripts: Object.entries(scripts).flatMap(([name, command]) =>
      typeof command === "string"
        ? [{ name: clipText(name, NAME_CODE_POINTS), command: clipText(command, COMMAND_CODE_POINTS) }]
        : [],
    ),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
