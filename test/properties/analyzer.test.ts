import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { analyze, analyzeAscii, analyzeGeneral, LONG_RUN, normalize } from "../../src/domain/text/analyzer.ts";
import { locateTokens } from "../../src/domain/text/locate-tokens.ts";
import { spellForAsciiTokenizer } from "../../src/domain/text/spell-for-ascii-tokenizer.ts";
import { anyText } from "./any-text.ts";

/** Characters whose normalization meets its neighbours, and separators of every sort. */
const restless = fc.constantFrom(
  ..."aZ9 _./-\t\n\u0000=+",
  ..."éÅſßẞİıΣςσΑΩ½㎏…ﬁ",
  ..."\u0301\u0308\u0338\u0345\u3099\u309a\uff9e\uff9f",
  ..."ｱｶガか한ㄱㅏ각\u1100\u1161\u11a8",
  ..."数据库回滚〇𠮷𠀀豈ภาษาไທລາវ་བོད",
  ..."مرحבת\u200d\u200e\u2028👩🏽‍💻🇩🇪",
  "\ud83d",
  "\udc00",
  "\u{16d63}",
  "\u{16d67}",
  "a".repeat(255),
  "B".repeat(300),
  "é".repeat(130),
);
const restlessText = fc.array(restless, { maxLength: 40 }).map((parts) => parts.join(""));
const text = fc.oneof(anyText, restlessText);

/** A stand-in for FTS5's `ascii` tokenizer: words of ASCII letters and digits and of everything above U+007F. */
function tokenizeAscii(spelled: string): string[] {
  return (spelled.match(/[0-9A-Za-z\u0080-\uffff]+/g) ?? []).map((word) =>
    word.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
}

describe("the analyzer", () => {
  test.prop([text])("is idempotent: a token analyzes to itself", (input) => {
    for (const token of analyze(input)) if (token !== LONG_RUN) expect(analyze(token)).toEqual([token]);
  });

  test.prop([fc.string({ unit: "binary-ascii", maxLength: 400 })])("takes the same path for plain ASCII", (input) => {
    expect(analyzeAscii(input)).toEqual(analyzeGeneral(input));
  });

  test.prop([text])("takes short cuts that change nothing", (input) => {
    expect(analyze(input)).toEqual(analyzeGeneral(input));
  });

  test.prop([text])("gives what normalizing the whole text at once gives", (input) => {
    const whole = normalize(input);
    expect(analyze(input)).toEqual(analyze(whole));
  });

  test.prop([text, text])("knows no neighbours across a separator", (one, other) => {
    expect(analyze(`${one} ${other}`)).toEqual([...analyze(one), ...analyze(other)]);
  });

  test.prop([text])("is spelled for a tokenizer of ASCII words so that it finds the same tokens", (input) => {
    expect(tokenizeAscii(spellForAsciiTokenizer(input))).toEqual(analyze(input));
  });

  test.prop([text])("locates the tokens it finds, in order, inside the text", (input) => {
    const located = locateTokens(input);
    expect(located.map((token) => token.token)).toEqual(analyze(input));
    let reached = 0;
    for (const { start, end } of located) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(input.length);
      expect(end).toBeGreaterThanOrEqual(reached);
      reached = end;
    }
  });

  test.prop([text])("locates each token where a reading of that place gives it", (input) => {
    for (const { token, start, end } of locateTokens(input)) {
      expect(locateTokens(input.slice(start, end)).map((found) => found.token)).toContain(token);
    }
  });

  it("spells and locates every code point alone and between its likeliest neighbours", () => {
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      const input =
        point < 0x3400 || (point >= 0xa000 && point < 0x1_7000) ? `か${character}e\u1161${character}` : character;
      const tokens = analyze(input);
      if (tokens.length === 0 && point > 0x1_7000) continue;
      const located = locateTokens(input).map((token) => token.token);
      const spelled = tokenizeAscii(spellForAsciiTokenizer(input));
      if (located.join(" ") !== tokens.join(" ") || spelled.join(" ") !== tokens.join(" ")) {
        expect({ point: point.toString(16), located, spelled }).toEqual({
          point: point.toString(16),
          located: tokens,
          spelled: tokens,
        });
      }
      for (const token of tokens) if (analyze(token)[0] !== token) expect(analyze(token)).toEqual([token]);
    }
  });
});

describe("analyzed text", () => {
  it.each([
    ["RETRY_BUDGET_MS", ["retry", "budget", "ms"]],
    ["src/core/store.ts", ["src", "core", "store", "ts"]],
    ["数据库迁移", ["数", "据", "库", "迁", "移"]],
    ["重建svc-qlop后12项", ["重", "建", "svc", "qlop", "后", "12", "项"]],
    ["ΟΔΥΣΣΕΥΣ οδυσσευς", ["οδυσσευσ", "οδυσσευσ"]],
    ["Ångström ångström A\u030angstro\u0308m", ["angstrom", "angstrom", "angstrom"]],
    ["left\u0000right\ttail", ["left", "right", "tail"]],
    ["㎏ ﬁn ½", ["kg", "fin", "1", "2"]],
    ["=> ++ !!!", []],
    ["ab\ud83dcd", ["ab", "cd"]],
    ["한글 ㄱㅏ", ["한", "글", "가"]],
    ["ภาษา", ["ภ", "า", "ษ", "า"]],
  ])("%j is %j", (input, tokens) => {
    expect(analyze(input)).toEqual(tokens);
  });

  it("takes runs over 256 code points for no token, counted after normalization", () => {
    expect(analyze("x".repeat(256))).toEqual(["x".repeat(256)]);
    expect(analyze(`a ${"x".repeat(257)} b`)).toEqual(["a", LONG_RUN, "b"]);
    expect(analyze("e\u0301".repeat(256))).toEqual(["e".repeat(256)]);
    expect(analyze("㎏".repeat(129))).toEqual([LONG_RUN]);
    expect(analyze("𝒳".repeat(256))).toEqual(["x".repeat(256)]);
    expect(analyze("数".repeat(300))).toHaveLength(300);
  });

  it.each([1, 100, 127, 128, 129, 255, 256, 300])("finds a long run wherever it begins (%i)", (before) => {
    for (const length of [256, 257, 258, 300, 1000]) {
      const input = `${"ab ".repeat(before).slice(0, before)} ${"x".repeat(length)} ${"cd ".repeat(50)}`;
      expect(tokenizeAscii(spellForAsciiTokenizer(input))).toEqual(analyze(input));
    }
  });
});
