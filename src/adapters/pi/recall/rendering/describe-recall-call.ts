import { type Arguments, describeSession, facts, objectOf, shorten, textOf } from "../../rendering/call-arguments.ts";
import { type Span, span } from "../../rendering/span.ts";

/** Code units of a path's end: an id and `.jsonl`, as Pi names its files. */
const PATH_END = 42;

/** What `session_search` was asked, from arguments that may still be arriving and may hold anything. `isWhole`: ids in full. */
export function describeRecallCall(args: Arguments, isWhole: boolean): Span[] {
  const query = textOf(args["query"]);
  const around = textOf(args["aroundMessageId"]);
  const tip = textOf(args["branchTip"]);
  const operation = textOf(args["operation"]);
  const session = describeRecalled(args["sessionId"], isWhole);
  const { from, to } = objectOf(args["time"]);
  return [
    ...(operation === undefined ? [] : [span(` ${operation}`, "accent")]),
    ...(query === undefined ? [] : [span(` "${query}"`, "accent")]),
    ...(session === undefined ? [] : [span(` ${session}`, "accent")]),
    ...facts([
      ["scope ", textOf(args["scope"])],
      ["around ", around && shorten(around, isWhole)],
      ["window ", textOf(args["window"])],
      ["branch ", tip && shorten(tip, isWhole)],
      ["in ", textOf(args["cwd"])],
      ["role ", textOf(args["role"])],
      ["since ", textOf(from)],
      ["until ", textOf(to)],
      ["limit ", textOf(args["limit"])],
    ]),
  ];
}

/** A session named by its id, or by the path of its file, of which the name tells more than the beginning. */
function describeRecalled(value: unknown, isWhole: boolean): string | undefined {
  const path = textOf(value);
  if (path === undefined || isWhole || !/[/\\]/.test(path)) return describeSession(value, isWhole);
  return path.length > PATH_END ? `session …${path.slice(-PATH_END).toWellFormed()}` : `session ${path}`;
}
