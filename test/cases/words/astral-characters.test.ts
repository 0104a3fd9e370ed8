import { describe, expect, test } from "vitest";
import { bash, customMessage, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("characters beyond U+FFFF are whole characters (%s)", (engine) => {
  test("B41: Han of extension B, compatibility Han, halfwidth kana, beside plain words", () =>
    openCase(engine, "astral-han", async ({ found, search, read }) => {
      const queries = [
        "𠮷野",
        "𠮷",
        "野家",
        "𠀁",
        "𠀀𠀁",
        "豈",
        "豈",
        "〇",
        "ｱｲｳ",
        "アイウ",
        "イ",
        "plainword",
        "𠮷 plainword",
      ];
      for (const query of queries) expect(await found(query), query).toEqual(["b41/a1"]);
      for (const query of ["𠀁𠀀", "𠮷家", "plain", "plainwor", "吉"]) {
        expect(await found(query), query).toEqual([]);
      }
      expect((await search("𠀁")).hits[0]).toMatchObject({ matchOffset: 5 });
      expect((await search("plainword")).hits[0]).toMatchObject({ matchOffset: 15 });
      const text = "𠮷野家 𠀀𠀁 豈 〇 ｱｲｳ plainword";
      expect((await read("b41", "a1")).fragments[0]?.preview).toMatchObject({ text, totalChars: [...text].length });
      const window = await read("b41", "a1", { fragmentId: "0:user.text", offset: 3 });
      expect(window.fragments[0]?.preview).toMatchObject({
        text: [...text].slice(3).join(""),
        shownRanges: [{ start: 3, end: 24 }],
        omittedRanges: [{ start: 0, end: 3 }],
      });
    }));

  test.each([
    ["extension G", "x𰀀𰀁y", "𰀁", "𰀁𰀀"],
    ["mathematical letters", "sum 𝐀𝐁𝐂 done", "abc", "𝐀𝐁"],
    ["Adlam", "𞤀𞤣𞤤𞤢𞤥 word", "𞤀𞤣𞤤𞤢𞤥", "𞤀𞤣"],
    ["Deseret, whose capitals lie far from the small ones", "𐐔𐐇𐐝 word", "𐐼𐐯𐑅", "𐐔𐐇"],
    ["kana supplement", "木𛀁𛀂", "𛀁", "𛀂𛀁"],
    ["between emoji", "😀done😀", "done", "don"],
  ])("%s, in a result, a command and an extension's message", (_, text, part, not) =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          toolResult("c1", "read", `😀😀 ${text}`),
          bash(text, ""),
          customMessage("note", `${"𠮷".repeat(3000)} ${text}`),
          user("other"),
        ]),
      },
      async ({ found, search, read }) => {
        expect((await found(part)).toSorted()).toEqual(["s1/e1", "s1/e2", "s1/e3"]);
        expect(await found(not)).toEqual([]);
        for (const { entryId, matchingFragmentId: fragmentId, matchOffset: offset } of (await search(part)).hits) {
          const [fragment] = (await read("s1", entryId, { fragmentId, offset })).fragments;
          const shown = fragment?.preview.text.split("\n")[0] ?? "";
          expect(shown !== "" && text.endsWith(shown), `${entryId} from ${offset}`).toBe(true);
          expect(fragment?.preview.shownRanges[0]?.start).toBe(offset);
        }
      },
    ),
  );
});
