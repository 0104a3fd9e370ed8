import { eachToken, LONG_RUN, MAX_TOKEN_CODE_POINTS, normalize } from "./analyzer.ts";
import { joinsBefore } from "./joins-before.ts";

/** A token and the code units of the text it was read from. Tokens of one composed character share its whole range. */
export interface LocatedToken {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

const RAW_RUN = /[0-9A-Za-z\u0080-\uffff]+/g;
const NON_ASCII = /[^\u0000-\u007f]/;

/**
 * `analyze(text)` with the place of every token in the text. Runs are taken one by one and only those that hold a non-ASCII unit
 * are mapped, group by group: a group starts at a character that cannot compose with the one before. Cost: linear.
 */
export function locateTokens(text: string): LocatedToken[] {
  const located: LocatedToken[] = [];
  for (const match of text.matchAll(RAW_RUN)) {
    const run = match[0];
    const start = match.index;
    if (NON_ASCII.test(run)) locateInRun(run, start, located);
    else {
      const token = run.length > MAX_TOKEN_CODE_POINTS ? LONG_RUN : run.toLowerCase();
      located.push({ token, start, end: start + run.length });
    }
  }
  return located;
}

function locateInRun(run: string, offset: number, located: LocatedToken[]): void {
  // For every unit of the normalized run: where its group starts and ends in the text.
  const starts: number[] = [];
  const ends: number[] = [];
  let normalized = "";
  const closeGroup = (start: number, end: number): void => {
    const spelled = normalize(run.slice(start, end));
    normalized += spelled;
    for (let unit = 0; unit < spelled.length; unit++) {
      starts.push(offset + start);
      ends.push(offset + end);
    }
  };
  let groupStart = 0;
  let at = 0;
  for (const character of run) {
    if (at > groupStart && !joinsBefore(character)) {
      closeGroup(groupStart, at);
      groupStart = at;
    }
    at += character.length;
  }
  closeGroup(groupStart, at);
  eachToken(normalized, (token, start, end) => {
    located.push({ token, start: starts[start] as number, end: ends[end - 1] as number });
  });
}
