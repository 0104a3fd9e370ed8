import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { parseEventQuery } from "../../src/domain/query/parse-event-query.ts";
import { INDEXED_CODE_POINTS } from "../../src/domain/projection/shorten-for-index.ts";
import { analyze, LONG_RUN } from "../../src/domain/text/analyzer.ts";
import { countCodePoints, sliceCodePoints } from "../../src/domain/text/code-points.ts";
import { locateTokens } from "../../src/domain/text/locate-tokens.ts";
import { matchSpans } from "../../src/domain/text/match-spans.ts";
import { windowText } from "../../src/domain/text/text-preview.ts";
import { type LocatedMatch, locateMatch } from "../../src/domain/use-cases/search/locate-match.ts";
import type { QueryLeaf } from "../../src/ports/query-tree.ts";
import { anyText } from "../properties/any-text.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const collapse = (text: string): string => text.replace(/\s+/gu, " ").toWellFormed();

/** Pieces whose tokens, graphemes and code units disagree about where a character ends. */
const piece = fc.constantFrom(
  ..."a1 _.\n\t\u00a0\u3000\u0000…½㎏ﬁΣς",
  "needle",
  "e\u0301",
  "\u0301",
  `z${"\u0301".repeat(90)}`,
  `o${"\u0489".repeat(30)}`,
  "数据库",
  "か\u3099",
  "\u1112\u1161\u11ab",
  "กำ",
  "བོད",
  "𝒳",
  "👨‍👩‍👧‍👦",
  "🇩🇪🇫🇷",
  "\ud83d",
  "\udc00",
  "שָׁלוֹם",
  " ".repeat(300),
  "-".repeat(200),
  "x".repeat(257),
);
const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: anyText },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(piece, { maxLength: 8 }), fc.nat(60), fc.array(piece, { maxLength: 8 }))
      .map(([before, times, after]) => before.join("").repeat(times) + after.join("")),
  },
);

/** A clause of the query language that the text satisfies: some adjacent tokens of it. */
function clauseFrom(text: string, at: number, length: number): readonly string[] | undefined {
  const tokens = analyze(text);
  if (tokens.length === 0) return undefined;
  const start = at % tokens.length;
  const clause = tokens.slice(start, start + 1 + (length % 5));
  return clause.includes(LONG_RUN) ? undefined : clause;
}

function locate(text: string, clauses: readonly (readonly string[])[]): LocatedMatch | undefined {
  const { clauses: parsed } = parseEventQuery(clauses.map((clause) => `"${clause.join(" ")}"`).join(" "));
  return locateMatch(
    text,
    parsed.map((clause) => clause.tree),
  );
}

/** `½` holds the tokens 1 and 2 at one place: a match of the second begins where the character begins. */
function opensWith(rest: string, clauses: readonly (readonly string[])[]): boolean {
  const tokens = analyze(rest);
  const atStart = locateTokens(rest).filter((token) => token.start === 0).length;
  return clauses.some((clause) =>
    tokens.slice(0, atStart).some((_, skip) => clause.every((token, step) => tokens[skip + step] === token)),
  );
}

/** Where graphemes of a text begin and end, white space collapsed. */
function boundariesOf(text: string): Set<number> {
  const boundaries = new Set([0, text.length]);
  for (const { index } of graphemes.segment(text)) boundaries.add(index);
  return boundaries;
}

describe("the place that a hit shows", () => {
  test.prop([fragment, fc.nat(), fc.nat(), fc.nat(), fc.nat()], { numRuns: process.env["LONG"] ? 20_000 : 1_500 })(
    "is a verbatim, bounded piece of the fragment on grapheme boundaries, and a window read from its offset begins with the match",
    (text, at, length, otherAt, otherLength) => {
      const clauses = [clauseFrom(text, at, length), clauseFrom(text, otherAt, otherLength)].filter(
        (clause) => clause !== undefined,
      );
      if (clauses.length === 0) return;
      const located = locate(text, clauses);
      expect(located, "what matches is found again").toBeDefined();
      const { snippet, matchOffset } = located as LocatedMatch;
      const whole = collapse(text);
      expect(countCodePoints(snippet)).toBeLessThanOrEqual(240);
      expect(whole).toContain(snippet);
      expect(snippet).not.toBe("");
      const rest = sliceCodePoints(text, matchOffset, Number.MAX_SAFE_INTEGER);
      expect(opensWith(rest, clauses)).toBe(true);
      expect(rest.toWellFormed().startsWith(windowText(text, matchOffset).text)).toBe(true);
      const boundaries = boundariesOf(whole);
      const places = placesOf(snippet, whole);
      const isWhole = places.some(
        (start) => isBoundary(start, whole, boundaries) && isBoundary(start + snippet.length, whole, boundaries),
      );
      const firstGrapheme = [...graphemes.segment(windowText(text, matchOffset).text)][0]?.segment ?? "";
      if (countCodePoints(firstGrapheme) <= 100) expect(isWhole).toBe(true);
    },
  );

  test.prop([fragment, fc.nat(), fc.nat()], { numRuns: process.env["LONG"] ? 20_000 : 500 })(
    "shows the whole match where it fits, else its beginning",
    (text, at, length) => {
      const clause = clauseFrom(text, at, length);
      if (clause === undefined) return;
      const located = locate(text, [clause]) as LocatedMatch;
      const leaf: QueryLeaf = { type: "phrase", tokens: clause };
      const span = matchSpans([leaf], locateTokens(text)).find(
        ({ start }) => countCodePoints(text, start) === located.matchOffset,
      );
      const match = collapse(text.slice(span?.start, span?.end)).trim();
      // What is longer may share its last character with up to ninety marks that do not belong to it.
      if (countCodePoints(match) <= 140) expect(located.snippet).toContain(match);
      else expect(located.snippet.length).toBeGreaterThan(100);
    },
  );
});

function placesOf(snippet: string, whole: string): number[] {
  const places: number[] = [];
  for (let at = whole.indexOf(snippet); at >= 0; at = whole.indexOf(snippet, at + 1)) places.push(at);
  return places;
}

/** White space at an end of the snippet is trimmed, so a boundary may lie behind it. */
function isBoundary(at: number, whole: string, boundaries: ReadonlySet<number>): boolean {
  return (
    boundaries.has(at) ||
    (whole[at] === " " && boundaries.has(at + 1)) ||
    (whole[at - 1] === " " && boundaries.has(at - 1))
  );
}

describe("the snippet of a match", () => {
  const snippetOf = (text: string, query: string): string => locate(text, [analyze(query)])?.snippet ?? "";

  it("at the place where an over-long text is cut shows the text itself, never what joins head and tail in the index", () => {
    const half = INDEXED_CODE_POINTS / 2;
    const filling = "middle ".repeat(50_000);
    const head = `${"a ".repeat(half / 2 - 5)}beforecut `;
    const tail = ` aftercut${" b".repeat(half / 2 - 5)} `;
    expect([countCodePoints(head), countCodePoints(tail)]).toEqual([half, half]);
    const text = head + filling + tail;
    for (const word of ["beforecut", "aftercut"]) {
      const located = locate(text, [[word]]) as LocatedMatch;
      expect(collapse(text).includes(located.snippet), located.snippet).toBe(true);
      expect(located.snippet).toContain(word);
      expect(located.snippet).toContain("middle");
      expect(windowText(text, located.matchOffset).text.startsWith(word)).toBe(true);
    }
  });

  it("of an over-long text counts astral characters and lone surrogates before it once each", () => {
    const text = `${"😀".repeat(600_000)}\ud83d needle ${"𠮷\udc00 ".repeat(300_000)} lastword ${"😀".repeat(50)}`;
    expect(locate(text, [["needle"]])).toBeUndefined();
    const located = locate(text, [["lastword"]]) as LocatedMatch;
    expect(windowText(text, located.matchOffset).text.startsWith("lastword")).toBe(true);
    expect(collapse(text.slice(-600))).toContain(located.snippet);
  });

  it("of up to 240 code points holds all of it, however much stands before", () => {
    for (const length of [150, 165, 200, 239, 240]) {
      const phrase = `${"word ".repeat(60).slice(0, length - 1)}z`;
      const text = `${"before ".repeat(60)}${phrase} after`;
      expect(snippetOf(text, phrase), `${length}`).toContain(phrase);
    }
  });

  it("under more marks than a snippet may hold is its first 240 code points", () => {
    const marks = "\u0301".repeat(500);
    expect(snippetOf(`before a${marks} after`, "a")).toMatch(/^(?:before )?a\u0301{200,}$/u);
    expect(countCodePoints(snippetOf(`before a${marks} after`, "a"))).toBeLessThanOrEqual(240);
    expect(snippetOf(`a${marks}`, "a")).toMatch(/^a\u0301{239}$/u);
  });

  it("before very long white space ends with whole characters", () => {
    for (let spaces = 4_070; spaces < 4_110; spaces++) {
      for (const far of ["👨‍👩‍👧‍👦 end", "😀", "e\u0301\u0301\u0301"]) {
        const snippet = snippetOf(`needle${" ".repeat(spaces)}${far}`, "needle");
        expect(snippet).toBe(`needle ${far}`);
      }
    }
  });

  it("whose words stand far apart in white space holds all of them", () => {
    const snippet = snippetOf(`left ${"\n".repeat(9_000)} right and more`, "left right");
    expect(snippet).toBe("left right and more");
  });
});
