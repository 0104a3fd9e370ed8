import { expect, test } from "vitest";
import type { TextPreview } from "../../src/domain/model/text-preview.ts";
import { bash, compaction, sessionFile, type SessionEntry, text, toolResult, user } from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";
const EMOJI = "\u{1f600}";
const MARKED = `${EMOJI.repeat(2_500)}MIDMARK${EMOJI.repeat(2_493)}`;

/** Expects that the ranges partition the whole text, that what is shown is that text, and that nothing is half a character. */
function expectExact(preview: TextPreview, whole: string): void {
  const points = Array.from(whole.toWellFormed());
  expect(preview.totalChars).toBe(points.length);
  expect(preview.text.isWellFormed()).toBe(true);
  const ranges = [...preview.shownRanges, ...preview.omittedRanges].toSorted((one, other) => one.start - other.start);
  expect(ranges.reduce((at, { start, end }) => (start === at && end > start ? end : -1), 0)).toBe(points.length);
  const shown = preview.shownRanges.map(({ start, end }) => points.slice(start, end).join(""));
  expect(preview.text.startsWith(shown[0] ?? "")).toBe(true);
  expect(preview.text.endsWith(shown.at(-1) ?? "")).toBe(true);
  expect(preview.truncated).toBe(preview.omittedRanges.length > 0);
  expect(shown.join("").length).toBeGreaterThanOrEqual(0);
  expect(Array.from(shown.join("")).length).toBeLessThanOrEqual(4_000);
}

onEachEngine("A cut splits a character, or counts code units as characters (B69)", (engine) => {
  test("previews and windows of five thousand emoji are counted and cut in code points", () =>
    withCase(
      { engine, place: (folder) => void sessionFile(folder, { id: "faces", cwd, entries: [user(MARKED)] }) },
      async ({ search, read }) => {
        const { hits } = await search("MIDMARK");
        expect(hits).toMatchObject([{ entryId: "e1", matchOffset: 2_500, matchingFragmentId: "0:user.text" }]);
        expect(hits[0]?.snippet).toContain("MIDMARK");
        expect(hits[0]?.snippet.isWellFormed()).toBe(true);
        expect(Array.from(hits[0]?.snippet ?? "").length).toBeLessThanOrEqual(240);
        const windowAt = async (offset?: number) => {
          const more = { fragmentId: "0:user.text", ...(offset !== undefined && { offset }) };
          const preview = (await read("faces", "e1", more)).fragments[0]?.preview as TextPreview;
          if (preview.text !== "") expectExact(preview, MARKED);
          return preview;
        };
        for (const preview of [await windowAt(), (await read("faces", "e1")).fragments[0]?.preview as TextPreview]) {
          expectExact(preview, MARKED);
          expect(preview).toMatchObject({
            totalChars: 5_000,
            shownRanges: [
              { start: 0, end: 2_000 },
              { start: 3_000, end: 5_000 },
            ],
            omittedRanges: [{ start: 2_000, end: 3_000 }],
          });
        }
        expect((await windowAt(0)).shownRanges).toEqual([{ start: 0, end: 4_000 }]);
        expect((await windowAt(2_499)).text.startsWith(`${EMOJI}MIDMARK${EMOJI}`)).toBe(true);
        expect((await windowAt(2_507)).text).toBe(EMOJI.repeat(2_493));
        expect(await windowAt(4_999)).toMatchObject({ text: EMOJI, shownRanges: [{ start: 4_999, end: 5_000 }] });
        expect(await windowAt(5_000)).toEqual({
          text: "",
          totalChars: 5_000,
          shownRanges: [],
          omittedRanges: [{ start: 0, end: 5_000 }],
          truncated: true,
        });
        await expect(windowAt(5_001)).rejects.toMatchObject({
          code: "InvalidRequest",
          message: expect.stringContaining("totalChars of this fragment is 5000"),
        });
        for (const offset of [-1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, "0" as unknown as number]) {
          await expect(windowAt(offset), String(offset)).rejects.toMatchObject({ code: "InvalidRequest" });
        }
      },
    ));

  const flag = "\u{1f1e9}\u{1f1ea}";
  const texts: readonly [string, string][] = [
    ["pairs that begin on an odd code unit", `x${EMOJI.repeat(4_500)} oddmark ${EMOJI.repeat(4_500)}`],
    ["lone surrogates everywhere", `${"\ud83d \ude00 ".repeat(2_000)} oddmark ${"\ude00\ud83d".repeat(2_000)}`],
    ["a high surrogate just before a cut", `${"x".repeat(1_999)}\ud83d${"y".repeat(5_000)} oddmark`],
    [
      "families and flags",
      `${`\u{1f468}\u200d\u{1f469}\u200d\u{1f467}${flag}`.repeat(900)} oddmark ${flag.repeat(900)}`,
    ],
    ["marks on marks", `${"e\u0301\u0323".repeat(2_000)} oddmark ${"\u0301".repeat(3_000)}`],
    [
      "right to left with embeddings",
      `${"\u202b\u05e9\u05dc\u05d5\u05dd ".repeat(900)} oddmark ${"\u0645\u0631 ".repeat(900)}`,
    ],
    ["exactly the cap", `oddmark ${EMOJI.repeat(3_992)}`],
    ["one more than the cap", `oddmark ${EMOJI.repeat(3_993)}`],
  ];

  test.each(texts)("%s: in a tool result, a command's output and a summary", (_, whole) =>
    withCase(
      {
        engine,
        place: (folder) => {
          const entries: SessionEntry[] = [toolResult("c", "read", whole), bash("cat", whole), compaction(whole, "e1")];
          sessionFile(folder, { id: "odd", cwd, entries });
        },
      },
      async ({ search, read, trace }) => {
        const points = Array.from(whole);
        const at = points.findIndex((_point, index) => points.slice(index, index + 7).join("") === "oddmark");
        const { hits } = await search("oddmark");
        expect(hits).toHaveLength(3);
        for (const hit of hits) {
          expect(hit.matchOffset).toBe(at);
          expect(hit.snippet).toContain("oddmark");
          expect([hit.snippet.isWellFormed(), Array.from(hit.snippet).length <= 240]).toEqual([true, true]);
          const target = { fragmentId: hit.matchingFragmentId, offset: at };
          const window = (await read("odd", hit.entryId, target)).fragments[0]?.preview as TextPreview;
          expectExact(window, whole);
          expect(window.text.startsWith("oddmark")).toBe(true);
          const preview = (await read("odd", hit.entryId)).fragments.at(-1)?.preview as TextPreview;
          expectExact(preview, whole);
          expect(preview.truncated).toBe(points.length > 4_000);
          const node = (await trace("odd", hit.entryId)).target.preview;
          expect([node.isWellFormed(), Array.from(node).length <= 161]).toEqual([true, true]);
        }
      },
    ),
  );

  test("thirty long blocks share one budget: the target first, ranges exact, caps not to be raised", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const blocks = Array.from({ length: 30 }, (_, index) => text(`${index} ${EMOJI.repeat(3_000)}`));
          sessionFile(folder, { id: "many", cwd, entries: [user(blocks), user(blocks)] });
        },
      },
      async ({ read }) => {
        const answer = await read("many", "e1", { after: 1 });
        expect(answer.fragmentCoverage).toEqual({ total: 30, returned: 20, omitted: 10, truncated: true });
        const shownOf = (previews: readonly { preview: TextPreview }[]) =>
          previews.flatMap(({ preview }) => preview.shownRanges).reduce((sum, { start, end }) => sum + end - start, 0);
        answer.fragments.forEach(({ preview }, index) => expectExact(preview, `${index} ${EMOJI.repeat(3_000)}`));
        expect(shownOf(answer.fragments)).toBeGreaterThan(23_900);
        expect(shownOf([...answer.fragments, ...(answer.after[0]?.fragments ?? [])])).toBeLessThanOrEqual(24_000);
        const targeted = await read("many", "e1", { fragmentId: "29:user.text" });
        expect(targeted.fragments).toMatchObject([{ fragmentId: "29:user.text", preview: { truncated: false } }]);
        const raised = { fragmentId: "29:user.text", offset: 0, limit: 1e9, cap: 1e9, maxChars: 1e9 } as const;
        expect(shownOf((await read("many", "e1", raised)).fragments)).toBeLessThanOrEqual(4_000);
      },
    ));
});
