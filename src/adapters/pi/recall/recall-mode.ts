import { RecallError } from "../../../domain/model/errors.ts";
import type { SessionSearchParameters } from "./session-search-parameters.ts";

type Name = keyof SessionSearchParameters;
type Requiring<Required extends Name, Optional extends Name = never> = {
  readonly [Field in Required]-?: NonNullable<SessionSearchParameters[Field]>;
} & { readonly [Field in Optional]?: NonNullable<SessionSearchParameters[Field]> };

/** One call of `session_search` as the mode that its parameters name. */
export type RecallMode =
  | { readonly mode: "preparation"; readonly given: Requiring<"operation" | "scope", "limit"> }
  | { readonly mode: "discovery"; readonly given: Requiring<"query", "limit" | "cwd" | "time" | "role"> }
  | { readonly mode: "scroll"; readonly given: Requiring<"sessionId" | "aroundMessageId", "window" | "branchTip"> }
  | { readonly mode: "read"; readonly given: Requiring<"sessionId"> }
  | { readonly mode: "browse"; readonly given: Requiring<never, "limit"> };

interface Rule {
  readonly mode: RecallMode["mode"];
  /** The first rule whose key is given decides. */
  readonly key?: Name;
  readonly needs: readonly Name[];
  readonly takes: readonly Name[];
}

const RULES: readonly Rule[] = [
  { mode: "preparation", key: "operation", needs: ["operation", "scope"], takes: ["limit"] },
  { mode: "discovery", key: "query", needs: ["query"], takes: ["limit", "cwd", "time", "role"] },
  {
    mode: "scroll",
    key: "aroundMessageId",
    needs: ["sessionId", "aroundMessageId"],
    takes: ["window", "branchTip"],
  },
  { mode: "read", key: "sessionId", needs: ["sessionId"], takes: [] },
];
const BROWSE: Rule = { mode: "browse", needs: [], takes: ["limit"] };

/**
 * The mode of a call. Errors: `InvalidRequest` for parameters that do not go together, with a sentence that says which do: nothing given is
 * ever ignored, since the answer would be to another question.
 */
export function recallModeOf(parameters: SessionSearchParameters): RecallMode {
  const names = (Object.keys(parameters) as Name[]).filter((name) => parameters[name] !== undefined);
  const rule = RULES.find(({ key }) => key !== undefined && names.includes(key)) ?? BROWSE;
  const strange = names.filter((name) => !rule.needs.includes(name) && !rule.takes.includes(name));
  const missing = rule.needs.filter((name) => !names.includes(name));
  if (strange.length > 0) throw new RecallError("InvalidRequest", describeStrange(strange, rule));
  if (missing.length > 0) {
    throw new RecallError("InvalidRequest", `${list(missing)} must be given as well: ${describeRule(rule)}.`);
  }
  return { mode: rule.mode, given: parameters } as RecallMode;
}

function describeStrange(strange: readonly Name[], rule: Rule): string {
  const verb = strange.length === 1 ? "does" : "do";
  const owners = RULES.filter((one) => one !== rule && strange.some((name) => owns(one, name)));
  const own = rule === BROWSE ? "" : ` with ${list(rule.needs)}`;
  const others = owners.map(describeRule);
  return `${list(strange)} ${verb} not go${own === "" ? " alone" : own}: ${[...(own === "" ? [] : [describeRule(rule)]), ...others].join("; ")}.`;
}

function owns({ needs, takes }: Rule, name: Name): boolean {
  return needs.includes(name) || takes.includes(name);
}

/** ``a scroll takes `sessionId` and `aroundMessageId`, and may take `window`, `branchTip` ``. */
function describeRule({ mode, needs, takes }: Rule): string {
  const optional = takes.length === 0 ? " alone" : `, and may take ${list(takes)}`;
  return `${mode} takes ${needs.map(quote).join(" and ")}${optional}`;
}

function list(names: readonly Name[]): string {
  return names.map(quote).join(", ");
}

function quote(name: Name): string {
  return `\`${name}\``;
}
