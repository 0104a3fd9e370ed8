import { type Arguments, describeSession, facts, objectOf, shorten, textOf } from "./call-arguments.ts";
import { type Span, span } from "./span.ts";

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
