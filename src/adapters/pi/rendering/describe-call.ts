import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { type Span, span } from "./span.ts";

/** Code units of one argument that are worth laying out. */
const MAX_ARGUMENT = 600;
/** An id up to this length is short enough to show whole. */
const SHORT_ID = 13;

type Arguments = Readonly<Record<string, unknown>>;
type Describe = (args: Arguments, isWhole: boolean) => Span[];

/** What each tool was asked, from arguments that may still be arriving and may hold anything. `isWhole`: ids in full. */
export const CALL_DESCRIPTIONS = {
  event_search: (args, isWhole) => {
    const query = textOf(args["query"]);
    const { from, to } = objectOf(args["time"]);
    return [
      ...(query === undefined ? [] : [span(` "${query}"`, "accent")]),
      ...facts([
        ["", describeSession(args["sessionId"], isWhole)],
        ["in ", textOf(args["cwd"])],
        ["kind ", textOf(args["kinds"])],
        ["entry type ", textOf(args["entryTypes"])],
        ["role ", textOf(args["roles"])],
        ["tool ", textOf(args["toolNames"])],
        ["", args["errorOnly"] === true ? "errors only" : undefined],
        ["since ", textOf(from)],
        ["until ", textOf(to)],
        ["branch ", textOf(args["branchStates"])],
        ["context ", textOf(args["selectionStates"])],
      ]),
    ];
  },
  event_read: (args, isWhole) => [
    ...describeEvent(args, isWhole),
    ...facts([
      ["fragment ", textOf(args["fragmentId"])],
      ["from ", textOf(args["offset"])],
      ["before ", textOf(args["before"])],
      ["after ", textOf(args["after"])],
      ["", args["order"] === "append" ? "in file order" : undefined],
    ]),
  ],
  event_trace: (args, isWhole) => [...describeEvent(args, isWhole), ...facts([["depth ", textOf(args["depth"])]])],
} as const satisfies Record<string, Describe>;

function describeEvent(args: Arguments, isWhole: boolean): Span[] {
  const entry = textOf(args["entryId"]);
  return [
    ...(entry === undefined ? [] : [span(` ${shorten(entry, isWhole)}`, "accent")]),
    ...facts([["", describeSession(args["sessionId"], isWhole)]]),
  ];
}

function describeSession(value: unknown, isWhole: boolean): string | undefined {
  const id = textOf(value);
  if (id === undefined) return undefined;
  return id === "current" ? "this session" : `session ${shorten(id, isWhole)}`;
}

function shorten(id: string, isWhole: boolean): string {
  return isWhole || id.length <= SHORT_ID ? id : `${id.slice(0, 8)}…`;
}

function facts(named: readonly (readonly [name: string, value: string | undefined])[]): Span[] {
  return named.flatMap(([name, value]) => (value === undefined ? [] : [span(` · ${name}${value}`, "quiet")]));
}

/** Escaped; undefined for nothing, and for what is no text, number or list of such. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && value !== "") return escapeForTerminal(value.slice(0, MAX_ARGUMENT));
  if (!Array.isArray(value)) return undefined;
  const words = value
    .slice(0, 50)
    .map(textOf)
    .filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(", ");
}

export function objectOf(value: unknown): Arguments {
  return typeof value === "object" && value !== null ? (value as Arguments) : {};
}
