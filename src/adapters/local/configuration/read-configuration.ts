import { existsSync } from "node:fs";
import { RecallError } from "../../../domain/model/errors.ts";
import { type HistorySettings, SETTING_SOURCES, type SettingSource } from "../../../domain/model/settings.ts";
import { CONFIGURATION_FILE, readConfigurationFile } from "./read-configuration-file.ts";
import {
  isOwnVariable,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type SettingValues,
  variableOf,
} from "./setting-definitions.ts";

export interface ConfigurationInput {
  /** Pi's agent directory, absolute; undefined where there is none. */
  readonly agentDir: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory, for `~`; undefined where there is none. */
  readonly home: string | undefined;
  /** What the command line, or whoever opens the history, says itself: taken as it is. */
  readonly given?: Readonly<Partial<Record<SettingName, string | readonly string[]>>>;
}

export interface Configuration {
  readonly settings: HistorySettings;
  /** Session directories beside Pi's own, absolute. */
  readonly sessions: readonly string[];
  readonly exclude: { readonly sessionIds: readonly string[]; readonly folders: readonly string[] };
  readonly engine: "fts5" | "memory";
  /** Absolute path of the index; undefined: a file in the agent directory. */
  readonly index: string | undefined;
  /** Plain sentences for people. */
  readonly notices: readonly string[];
}

interface Found {
  readonly value: unknown;
  readonly source: SettingSource;
}

/**
 * The settings in force: of one setting the command line's value stands before the environment's, that one before the file's, and that one
 * before the default. Variables that are empty count as unset. Reads one file.
 * Errors: `InvalidConfiguration` for a file that cannot be used, an unknown key or variable, a value that is not accepted; the message
 * names the key and what is accepted, never the value, which may be a path.
 */
export function readConfiguration({ agentDir, env, home, given = {} }: ConfigurationInput): Configuration {
  const found = new Map<SettingName, Found>(
    SETTING_NAMES.map((name) => [name, { value: SETTINGS[name].byDefault, source: "default" }]),
  );
  // All of them are checked, also those that another one hides: a mistake must not wait for the day that it counts.
  for (const { name, value } of fileValues(agentDir)) {
    found.set(name, { value: accepted(name, value, home, `\`${name}\` in ${CONFIGURATION_FILE}`), source: "file" });
  }
  for (const { name, text } of variables(env)) {
    const value = SETTINGS[name].kind.toJson(text);
    const origin = `The environment variable ${variableOf(name)}`;
    found.set(name, { value: accepted(name, value, home, origin), source: "environment" });
  }
  for (const name of SETTING_NAMES) {
    if (given[name] !== undefined) found.set(name, { value: given[name], source: "command line" });
  }
  leaveOutIndexOfMemory(found);
  return configurationOf(found);
}

function fileValues(agentDir: string | undefined): { readonly name: SettingName; readonly value: unknown }[] {
  const file = agentDir === undefined ? undefined : readConfigurationFile(agentDir);
  const groups = new Set(SETTING_NAMES.filter((name) => name.includes(".")).map((name) => name.split(".")[0]));
  return Object.entries(file ?? {}).flatMap(([key, value]) => {
    if (!groups.has(key)) return [{ name: knownName(key, !key.includes(".")), value }];
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const keys = SETTING_NAMES.filter((name) => name.startsWith(`${key}.`)).map((name) => name.slice(key.length + 1));
      throw invalid(`\`${key}\` in ${CONFIGURATION_FILE} must be an object with ${keys.join(", ")}.`);
    }
    return Object.entries(value).map(([inner, held]) => ({
      name: knownName(`${key}.${inner}`),
      value: held as unknown,
    }));
  });
}

/** `isPlaced`: false for a name with a dot that stands as one key, which is no way to write it. */
function knownName(key: string, isPlaced = true): SettingName {
  const name = SETTING_NAMES.find((known) => isPlaced && known === key);
  if (name !== undefined) return name;
  throw invalid(
    `${CONFIGURATION_FILE} has the unknown key ${JSON.stringify(key.slice(0, 60))}: use ${SETTING_NAMES.join(", ")}.`,
  );
}

function variables(env: ConfigurationInput["env"]): { readonly name: SettingName; readonly text: string }[] {
  const names = new Map(SETTING_NAMES.map((name) => [variableOf(name), name]));
  return Object.entries(env).flatMap(([variable, text]) => {
    if (!isOwnVariable(variable) || !text) return [];
    const name = names.get(variable);
    if (name !== undefined) return [{ name, text }];
    throw invalid(`The environment variable ${variable.slice(0, 60)} is unknown: use ${[...names.keys()].join(", ")}.`);
  });
}

function accepted(name: SettingName, json: unknown, home: string | undefined, origin: string): unknown {
  const { kind } = SETTINGS[name];
  const value = kind.fromJson(json, home);
  if (value === undefined) throw invalid(`${origin} must be ${kind.accepts}.`);
  return value;
}

function invalid(message: string): RecallError {
  return new RecallError("InvalidConfiguration", message);
}

/** Whoever asks for the memory engine in a place that stands before the index's asks for no file. */
function leaveOutIndexOfMemory(found: Map<SettingName, Found>): void {
  const engine = found.get("engine");
  const index = found.get("index");
  if (engine?.value !== "memory" || index === undefined) return;
  const rank = ({ source }: Found): number => SETTING_SOURCES.indexOf(source);
  if (rank(index) < rank(engine)) found.set("index", { value: SETTINGS.index.byDefault, source: "default" });
}

function configurationOf(found: ReadonlyMap<SettingName, Found>): Configuration {
  const values = Object.fromEntries([...found].map(([name, { value }]) => [name, value])) as SettingValues;
  const { exclude, index } = values;
  return {
    settings: {
      workspaces: values.workspaces,
      worktrees: values.worktrees,
      limits: {
        hits: values["limits.hits"],
        head: values["limits.head"],
        tail: values["limits.tail"],
        window: values["limits.window"],
        read: values["limits.read"],
      },
      recallScope: values["recall.scope"],
      inForce: SETTING_NAMES.map((name) => ({
        name,
        value: values[name] === "" ? "in Pi's agent directory" : values[name],
        source: found.get(name)?.source ?? "default",
      })),
    },
    sessions: values.sessions,
    exclude: { sessionIds: exclude.filter((item) => !isPlace(item)), folders: exclude.filter(isPlace) },
    engine: values.engine,
    index: index === "" ? undefined : index,
    // Archives may lie on a disk that is away: no error.
    notices: values.sessions.every((folder) => existsSync(folder))
      ? []
      : ["The setting `sessions` names a folder that is not there."],
  };
}

/** No id holds a separator, and every path has been made absolute. */
function isPlace(item: string): boolean {
  return /[/\\]/.test(item);
}
