/** One place where commands are read: the script itself, a `$(…)` or a subshell (`)` ends it), or a pair of backticks. */
interface Frame {
  readonly closer: "" | ")" | "`";
  readonly words: string[];
  /** The word being read; undefined between words. */
  word: string | undefined;
  inDoubleQuotes: boolean;
  /** The next word is the file of a redirection. */
  beforeFile: boolean;
}

const HEREDOC = /<<-?[ \t]*(?:(["'])([^"'\n]+)\1|\\?([A-Za-z_][\w.-]*))/y;
const REDIRECTION = /[<>]+[&|]?/y;

/**
 * The simple commands of a shell script, each as its words without quotes, in the order in which they end; `$(…)`, backticks and
 * subshells included; comments, the files of redirections and here-documents left out. An approximation for telling what a command
 * runs: nothing is expanded, and any text is valid input. Cost: linear.
 */
export function shellCommands(script: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  const stack: Frame[] = [newFrame("")];
  const heredocs: string[] = [];
  for (let at = 0; at < script.length; at++) {
    const frame = stack.at(-1);
    if (!frame) break;
    const unit = script.charAt(at);
    if (unit === "\\") {
      at++;
      const escaped = script.charAt(at);
      const isKept = frame.inDoubleQuotes && !'$`"\\\n'.includes(escaped);
      if (isKept) frame.word = `${frame.word ?? ""}\\`;
      if (escaped !== "\n") frame.word = (frame.word ?? "") + escaped;
    } else if (unit === '"') {
      frame.inDoubleQuotes = !frame.inDoubleQuotes;
      frame.word ??= "";
    } else if (unit === "$" && script.charAt(at + 1) === "(") {
      at++;
      frame.word ??= "";
      stack.push(newFrame(")"));
    } else if (unit === "`") {
      if (frame.closer === "`") leave(stack, commands);
      else {
        frame.word ??= "";
        stack.push(newFrame("`"));
      }
    } else if (frame.inDoubleQuotes) {
      frame.word += unit;
    } else if (unit === "'") {
      const end = script.indexOf("'", at + 1);
      frame.word = (frame.word ?? "") + script.slice(at + 1, end < 0 ? script.length : end);
      at = end < 0 ? script.length : end;
    } else if (unit === "(") {
      frame.beforeFile = false;
      stack.push(newFrame(")"));
    } else if (unit === ")") {
      if (frame.closer === ")") leave(stack, commands);
      else endCommand(frame, commands);
    } else if (unit === "<" || unit === ">") {
      at = skipRedirection(script, at, frame, heredocs) - 1;
    } else if (unit === "#" && frame.word === undefined) {
      const end = script.indexOf("\n", at);
      at = (end < 0 ? script.length : end) - 1;
    } else if (unit === "\n") {
      endCommand(frame, commands);
      at = skipHeredocs(script, at, heredocs);
    } else if (unit === ";" || unit === "&" || unit === "|") {
      endCommand(frame, commands);
    } else if (unit === " " || unit === "\t" || unit === "\r") {
      endWord(frame);
    } else {
      frame.word = (frame.word ?? "") + unit;
    }
  }
  while (stack.length > 0) leave(stack, commands);
  return commands;
}

function newFrame(closer: Frame["closer"]): Frame {
  return { closer, words: [], word: undefined, inDoubleQuotes: false, beforeFile: false };
}

function endWord(frame: Frame): void {
  if (frame.word === undefined) return;
  if (!frame.beforeFile) frame.words.push(frame.word);
  frame.beforeFile = false;
  frame.word = undefined;
}

function endCommand(frame: Frame, commands: string[][]): void {
  endWord(frame);
  frame.beforeFile = false;
  if (frame.words.length > 0) commands.push(frame.words.splice(0));
}

function leave(stack: Frame[], commands: string[][]): void {
  const frame = stack.pop();
  if (frame) endCommand(frame, commands);
}

/** Returns the code unit after a redirection's operator, and after the delimiter of a here-document. */
function skipRedirection(script: string, at: number, frame: Frame, heredocs: string[]): number {
  // A number just before the operator is a file descriptor.
  if (frame.word !== undefined && /^\d+$/.test(frame.word)) frame.word = undefined;
  endWord(frame);
  HEREDOC.lastIndex = at;
  const heredoc = HEREDOC.exec(script);
  if (heredoc) {
    heredocs.push(heredoc[2] ?? heredoc[3] ?? "");
    return HEREDOC.lastIndex;
  }
  REDIRECTION.lastIndex = at;
  REDIRECTION.exec(script);
  frame.beforeFile = true;
  return REDIRECTION.lastIndex;
}

/** Returns the last code unit of the here-documents that begin after the newline at `at`. */
function skipHeredocs(script: string, at: number, heredocs: string[]): number {
  let end = at;
  for (const delimiter of heredocs.splice(0)) {
    for (let isOpen = true; isOpen && end < script.length; ) {
      const next = script.indexOf("\n", end + 1);
      const line = script.slice(end + 1, next < 0 ? script.length : next);
      end = next < 0 ? script.length : next;
      isOpen = line.replace(/^\t+/, "") !== delimiter;
    }
  }
  return end;
}
