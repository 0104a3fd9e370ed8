import { readAnswerLines } from "./answer-lines.ts";
import { BAR } from "./draw-search.ts";
import type { Line } from "./lay-out-line.ts";
import { span, type Style } from "./span.ts";

interface Branch {
  readonly depth: number;
  readonly head: string;
  readonly quoted: string[];
  readonly children: Branch[];
}

/** Deeper than any answer of ours; a session file may hold a line with any indent. */
const DEEPEST = 8;

/** A trace as a tree: the target, below it each group of relations, below those the events, and under every event its preview. */
export function drawTrace(text: string): Line[] {
  const root: Branch = { depth: -1, head: "", quoted: [], children: [] };
  const path = [root];
  for (const line of readAnswerLines(text)) {
    const last = path.at(-1) ?? root;
    if (line.isQuoted) last.quoted.push(line.text);
    else if (line.text !== "") {
      const isTarget = line.text.startsWith("target: ");
      // Everything else hangs on the target, whose line is not indented less than theirs.
      const depth = isTarget ? 0 : Math.min(DEEPEST, 1 + Math.floor(line.indent / 2));
      while (path.length > 1 && (path.at(-1) ?? root).depth >= depth) path.pop();
      const branch = { depth, head: line.text.replace(/^- /, ""), quoted: [], children: [] };
      (path.at(-1) ?? root).children.push(branch);
      path.push(branch);
    }
  }
  // Only a text that is none of ours quotes something before it names anything.
  const strays = root.quoted.map((quoted): Line => ({ lead: BAR, hang: BAR, spans: [span(quoted)] }));
  return [...strays, ...root.children.flatMap((branch) => drawBranch(branch, "", ""))];
}

function drawBranch({ depth, head, quoted, children }: Branch, lead: string, rest: string): Line[] {
  const below = rest + (children.length > 0 ? "│ " : "  ");
  return [
    { lead, hang: below, spans: [span(head, styleOf(depth, head))] },
    ...quoted.map((text): Line => ({ lead: below, hang: below, spans: [span(text)] })),
    ...children.flatMap((child, at) => {
      const isLast = at === children.length - 1;
      return drawBranch(child, `${rest}${isLast ? "└─ " : "├─ "}`, `${rest}${isLast ? "   " : "│  "}`);
    }),
  ];
}

function styleOf(depth: number, head: string): Style {
  if (depth === 0) return "strong";
  if (head.startsWith("[") || head.startsWith("Index ") || head.startsWith("Not all ")) return "warning";
  return depth === 1 ? "quiet" : "accent";
}
