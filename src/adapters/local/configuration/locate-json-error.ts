/** One JSON token: a string, a number, a word, or a sign. */
const TOKEN =
  /[ \t\r\n]*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;
const SPACE = /[ \t\r\n]*/y;

/** What may come next. `end` of a value is what follows one inside of what is open. */
type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | "end";

/**
 * Where a text stops being JSON, for a person who has to mend it: line and column from 1, the column in characters. Undefined for valid
 * JSON. Node's own message says it for some errors only.
 */
export function locateJsonError(text: string): { readonly line: number; readonly column: number } | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const [token, string, scalar, sign] = TOKEN.exec(text) ?? [];
    if (token === undefined)
      return isAtEnd(text, at) && expected === "end" && open.length === 0 ? undefined : place(text, at);
    const next = expectedAfter({ string, scalar, sign }, expected, open);
    if (next === undefined) return place(text, at);
    expected = next;
    at += token.length;
  }
}

function expectedAfter(
  { string, scalar, sign }: Record<"string" | "scalar" | "sign", string | undefined>,
  expected: Expected,
  open: ("{" | "[")[],
): Expected | undefined {
  const isValueExpected = expected === "value" || expected === "value or ]";
  const container = open.at(-1);
  if (string !== undefined) return isValueExpected ? "end" : expected.startsWith("key") ? ":" : undefined;
  if (scalar !== undefined) return isValueExpected ? "end" : undefined;
  if (sign === "{" || sign === "[") {
    if (!isValueExpected) return undefined;
    open.push(sign);
    return sign === "{" ? "key or }" : "value or ]";
  }
  if (sign === ":") return expected === ":" ? "value" : undefined;
  if (sign === ",") {
    return expected === "end" && container !== undefined ? (container === "{" ? "key" : "value") : undefined;
  }
  const closes = sign === "}" ? "{" : "[";
  const mayClose = expected === "end" || expected === (sign === "}" ? "key or }" : "value or ]");
  if (!mayClose || container !== closes) return undefined;
  open.pop();
  return "end";
}

function isAtEnd(text: string, at: number): boolean {
  return startOfToken(text, at) === text.length;
}

function startOfToken(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

function place(text: string, at: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, startOfToken(text, at)).split(/\r\n|\r|\n/);
  return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
}
