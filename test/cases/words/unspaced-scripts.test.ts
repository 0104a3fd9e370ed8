import { describe, expect, test } from "vitest";
import { assistant, bash, branchSummary, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("scripts written without spaces are found by any run of their characters (%s)", (engine) => {
  test("B38: Han, kana and Hangul, by one character, two, several words and a phrase", () =>
    openCase(engine, "unspaced-scripts", async ({ found, search }) => {
      const cases = {
        "b38/a1": ["数据", "库", "数据库", "回滚 迁移", "“迁移失败”", '"迁移失败"', "滚 数"],
        "b38/a2": ["検索", "ログ", "検索を修正", "た", "グ検"],
        "b38/a3": ["색인", "검색", "색색", "다시 검색", "인"],
      };
      for (const [hit, queries] of Object.entries(cases)) {
        for (const query of queries) expect(await found(query), query).toEqual([hit]);
      }
      for (const query of ["据迁", "迁据", '"迁移 回滚"', "回滚 検索", "색인검", "ロ索", "后失"]) {
        expect(await found(query), query).toEqual([]);
      }
      expect((await search("失败")).hits[0]).toMatchObject({ matchOffset: 5, snippet: "数据库迁移失败后回滚" });
    }));

  test.each([
    ["Thai", "ค้นหาประวัติ", "ประวัติ", "หาวัติ"],
    ["Lao", "ຄົ້ນຫາປະຫວັດ", "ປະຫວັດ", "ຄົ້ນປະ"],
    ["Khmer", "ស្វែងរកប្រវត្តិ", "ប្រវត្តិ", "រកវត្តិ"],
    ["Myanmar", "ရှာဖွေမှတ်တမ်း", "မှတ်တမ်း", "ရှာတမ်း"],
    ["Tibetan", "ལོ་རྒྱུས་འཚོལ", "རྒྱུས", "ལོའཚོལ"],
    ["Bopomofo", "ㄅㄆㄇㄈ", "ㄆㄇ", "ㄅㄇ"],
    ["Hangul jamo", "ㄱㄴㄷㄹ", "ㄴㄷ", "ㄱㄷ"],
    ["iteration marks", "人々とゝ時々刻々", "時々", "人時"],
    ["long vowels", "サーバーエラー", "エラー", "サバ"],
  ])("%s, in a result and a summary", (_, text, part, apart) =>
    openCase(
      engine,
      { "s1.jsonl": alphaSession([toolResult("c1", "read", `x ${text} y`), branchSummary(text, "e1"), user("none")]) },
      async ({ found }) => {
        expect((await found(part)).toSorted()).toEqual(["s1/e1", "s1/e2"]);
        expect(await found(apart)).toEqual([]);
        expect((await found([...new Set(part)].join(" "))).toSorted()).toEqual(["s1/e1", "s1/e2"]);
      },
    ),
  );

  test("voiced, halfwidth and compatibility spellings are one, composed or not", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          user("ﾃﾞｰﾀﾍﾞｰｽ"),
          assistant([toolCall("c1", "w", { text: "データベース".normalize("NFD") })]),
          bash("echo データベース", "검색".normalize("NFD")),
          user("검색 １２３ ㌔"),
        ]),
      },
      async ({ found }) => {
        for (const query of ["データ", "ﾃﾞｰﾀ", "ﾍﾞｰｽ", "データ".normalize("NFD")]) {
          expect((await found(query)).toSorted(), query).toEqual(["s1/e1", "s1/e2", "s1/e3"]);
        }
        for (const query of ["검색", "색", "검색".normalize("NFD")]) {
          expect((await found(query)).toSorted(), query).toEqual(["s1/e3", "s1/e4"]);
        }
        expect(await found("123")).toEqual(["s1/e4"]);
        expect(await found("キロ")).toEqual(["s1/e4"]);
      },
    ));
});
