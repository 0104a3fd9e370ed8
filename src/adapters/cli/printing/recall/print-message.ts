import type { RecalledMessage } from "../../../../domain/model/recall.ts";
import { escapeForTerminal, escapeLinesForTerminal } from "../../../../domain/text/escape-for-terminal.ts";
import { formatCount } from "../../../../domain/text/format-quantity.ts";
import { clipText } from "../clip-text.ts";
import { formatTime } from "../format-time.ts";
import type { Page } from "../page.ts";
import { printParagraph } from "../print-paragraph.ts";
import { wrapLine } from "../wrap-line.ts";

/** One message of a transcript: a head row, its text behind a bar, its tool calls in brief, and what is not shown. */
export function printMessage(message: RecalledMessage, page: Page): string[] {
  const { toolName, toolCalls = [], toolCallsOmitted = 0, images = 0, totalChars } = message;
  const tool = toolName === undefined ? "" : ` (${clipText(toolName, 24)})`;
  const facts = [`${clipText(message.role, 24)}${tool}`, formatTime(message.timestamp), clipText(message.id, 40)];
  if (message.isError === true) facts.push("error");
  const gutter = page.paint("quiet", "│ ");
  const lines = message.text === "" ? [] : escapeLinesForTerminal(message.text);
  const notes = [
    ...(totalChars === undefined ? [] : [`shortened from ${formatCount(totalChars, "character")}`]),
    ...(toolCallsOmitted > 0 ? [`${formatCount(toolCallsOmitted, "call")} left out`] : []),
    ...(images > 0 ? [`${formatCount(images, "image")} not shown`] : []),
  ];
  return [
    ...printParagraph(page, `● ${facts.join(" · ")}`, { style: message.isError === true ? "failure" : "kind" }),
    ...lines.flatMap((line) =>
      wrapLine(line, Math.max(8, page.columns - 4)).map(({ start, end }) =>
        `  ${gutter}${line.slice(start, end)}`.trimEnd(),
      ),
    ),
    ...toolCalls.flatMap((call) =>
      printParagraph(page, `→ ${clipText(call.name, 40)} ${escapeForTerminal(call.arguments)}`, { indent: "  " }),
    ),
    ...(notes.length === 0 ? [] : printParagraph(page, `(${notes.join(", ")})`, { indent: "  ", style: "warning" })),
  ];
}
