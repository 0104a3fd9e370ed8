import { DEFAULT_SETTINGS } from "../../../domain/model/settings.ts";
import { oneOf, path, paths, pathsOrIds, type SettingKind, wholeNumber } from "./setting-kinds.ts";

interface SettingDefinition<Value> {
  readonly kind: SettingKind<Value>;
  readonly byDefault: Value;
}

function define<Value>(kind: SettingKind<Value>, byDefault: NoInfer<Value>): SettingDefinition<Value> {
  return { kind, byDefault };
}

const { limits, workspaces, worktrees, recallScope } = DEFAULT_SETTINGS;

/** Every setting, by its name: a dot stands for an object within the object. There is no other. */
export const SETTINGS = {
  workspaces: define(paths, workspaces),
  worktrees: define(oneOf("own", "all"), worktrees),
  sessions: define(paths, []),
  exclude: define(pathsOrIds, []),
  "limits.hits": define(wholeNumber(1, 50), limits.hits),
  "limits.head": define(wholeNumber(100, 2_000), limits.head),
  "limits.tail": define(wholeNumber(0, 2_000), limits.tail),
  "limits.window": define(wholeNumber(100, 4_000), limits.window),
  "limits.read": define(wholeNumber(1_000, 24_000), limits.read),
  engine: define(oneOf("fts5", "memory"), "fts5"),
  /** Empty: a file in Pi's agent directory. */
  index: define(path, ""),
  "recall.scope": define(oneOf("workspace", "all"), recallScope),
} as const;

export type SettingName = keyof typeof SETTINGS;
type SettingValue<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends SettingDefinition<infer Value> ? Value : never;
export type SettingValues = { readonly [Name in SettingName]: SettingValue<Name> };

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

const PREFIX = "PI_EVENT_RECALL_";

/** `limits.hits` → `PI_EVENT_RECALL_LIMITS_HITS`. */
export function variableOf(name: SettingName): string {
  return PREFIX + name.replace(".", "_").toUpperCase();
}

/** True for a variable that only this program can be meant by. */
export function isOwnVariable(variable: string): boolean {
  return variable.startsWith(PREFIX);
}
