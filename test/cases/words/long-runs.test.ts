import { describe, expect, test } from "vitest";
import { assistant, bash, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("a run of more than 256 characters is no word, and harms none (%s)", (engine) => {
  test("B45: a blob of two thousand characters before a word", () =>
    openCase(engine, "long-run", async ({ coverage, found, search }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect(await found("tailword")).toEqual(["b45/a1"]);
      for (const length of [1, 255, 256, 257, 1000]) expect(await found("x".repeat(length))).toEqual([]);
      const blob = "x".repeat(257);
      expect((await search(`tailword ${blob}`)).noMatch?.clauses).toEqual([
        { text: "tailword", events: 1 },
        { text: blob, events: 0 },
      ]);
    }));

  test("blobs of tens of thousands of characters that begin alike match neither each other nor a beginning", () => {
    const shared = "Qm9".repeat(13_334).slice(0, 40_000);
    return openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          toolResult("c1", "read", `${shared}${"x".repeat(51_548)} tailword`),
          toolResult("c2", "read", `headword ${shared}${"y".repeat(30_000)}`),
          assistant([toolCall("c3", "write", { data: shared, note: "argword" })]),
          bash(`echo ${shared} cmdword`, shared),
        ]),
      },
      async ({ coverage, found, search }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        const words = { tailword: "e1", headword: "e2", argword: "e3", cmdword: "e4" };
        for (const [word, entryId] of Object.entries(words)) expect(await found(word), word).toEqual([`s1/${entryId}`]);
        for (const length of [3, 256, 300, 999]) expect(await found(shared.slice(0, length))).toEqual([]);
        await expect(search(shared)).rejects.toMatchObject({ code: "InvalidQuery" });
      },
    );
  });

  test("256 is a word, 257 is none: in ASCII, accented, astral and composed spellings", () => {
    const letters = ["a", "é", "𝐀", "e\u0301", "ж", "𐐔", "ﬁ"];
    const entries = letters.flatMap((letter, at) => [
      user(`${letter.repeat(letter === "ﬁ" ? 128 : 256)} at${at}`),
      user(`${letter.repeat(letter === "ﬁ" ? 129 : 257)} over${at}`),
    ]);
    return openCase(engine, { "s1.jsonl": alphaSession(entries) }, async ({ found }) => {
      for (const [at, letter] of letters.entries()) {
        // "é" and "e\u0301" are analyzed alike, and the ligature counts as the two letters it is.
        const wanted = letters.flatMap((other, place) =>
          spelled(other) === spelled(letter) ? [`s1/e${2 * place + 1}`] : [],
        );
        expect((await found(letter.repeat(letter === "ﬁ" ? 128 : 256))).toSorted(), letter).toEqual(wanted.toSorted());
        expect(await found(letter.repeat(letter === "ﬁ" ? 129 : 257)), letter).toEqual([]);
        expect(await found(`over${at}`)).toEqual([`s1/e${2 * at + 2}`]);
      }
    });
  });

  test("scripts without spaces have no runs: three hundred Han characters are three hundred words", () =>
    openCase(engine, { "s1.jsonl": alphaSession([user(`${"数据库".repeat(300)}终`)]) }, async ({ found, search }) => {
      expect(await found("库终")).toEqual(["s1/e1"]);
      expect((await search("库终")).hits[0]).toMatchObject({ matchOffset: 899 });
    }));

  test("a blob takes one place: its neighbours are not adjacent, and it makes its fragment one word longer", () => {
    const blob = "z".repeat(400);
    return openCase(
      engine,
      { "s1.jsonl": alphaSession([user(`before ${blob} after`), user("before after"), user(`${blob}\n${blob}`)]) },
      async ({ found, read }) => {
        expect(await found('"before after"')).toEqual(["s1/e2"]);
        expect((await found("before after")).toSorted()).toEqual(["s1/e1", "s1/e2"]);
        expect(await found(`"before ${blob} after"`)).toEqual([]);
        expect((await read("s1", "e3")).fragments[0]?.preview).toMatchObject({ totalChars: 801, truncated: false });
      },
    );
  });
});

function spelled(letter: string): string {
  return letter.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
