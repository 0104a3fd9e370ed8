import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import type { EventRead, ReadFragment } from "../../src/domain/model/event-read.ts";
import { withCase } from "../cases-trees/open-case.ts";
import { sessionFile, text, user } from "../support/session-file.ts";

const BUDGET = 24_000;
const MOST_OF_ONE = 4_000;

/** Texts whose code points all differ from their neighbours, so that a window at the wrong place is another text. */
const anyText = fc
  .tuple(
    fc.oneof(fc.nat(60), fc.nat(3_000), fc.integer({ min: 3_900, max: 4_100 }), fc.nat(20_000)),
    fc.constantFrom("abcdefg", "\u{1f600}x\u{1f468}\u200d\u{1f469}", "e\u0301漢字 \n", "\ud83dz\ude00y"),
  )
  .map(([length, alphabet]) => {
    const points = Array.from(alphabet);
    return Array.from({ length }, (_, at) => (at % 9 === 0 ? String(at % 10) : points[at % points.length])).join("");
  });
const anyEvent = fc.oneof(fc.array(anyText, { maxLength: 8 }), fc.array(anyText, { minLength: 19, maxLength: 23 }));
const anyRead = fc.record({
  events: fc.array(anyEvent, { minLength: 1, maxLength: 6 }),
  at: fc.nat(),
  before: fc.nat(5),
  after: fc.nat(5),
  order: fc.constantFrom("branch" as const, "append" as const),
  window: fc.option(fc.tuple(fc.nat(), fc.option(fc.nat(), { nil: undefined })), { nil: undefined }),
});

const shownOf = ({ preview }: ReadFragment) =>
  preview.shownRanges.reduce((sum, { start, end }) => sum + end - start, 0);

/** Expects the receipt of one preview to be exact, and what it shows to be the text at the ranges it names. */
function expectExact({ preview }: ReadFragment, whole: string): void {
  const points = Array.from(whole);
  expect(preview.totalChars).toBe(points.length);
  const ranges = [...preview.shownRanges, ...preview.omittedRanges].toSorted((one, other) => one.start - other.start);
  let at = 0;
  for (const { start, end } of ranges) {
    expect([start, end > start]).toEqual([at, true]);
    at = end;
  }
  expect(at).toBe(points.length);
  expect(preview.truncated).toBe(preview.omittedRanges.length > 0);
  const parts = preview.shownRanges.map(({ start, end }) => points.slice(start, end).join("").toWellFormed());
  if (!preview.truncated) expect(preview.text).toBe(whole.toWellFormed());
  expect(preview.text.startsWith(parts[0] ?? "")).toBe(true);
  // A single code point of budget shows a head and no tail.
  if (parts.length === 2) expect(preview.text.endsWith(parts[1] ?? "")).toBe(true);
}

/** Expects all to be shown under the largest cap that is the same for all of them. */
function expectLargestCap(fragments: readonly ReadFragment[], budget: number): void {
  const wanted = fragments.map(({ preview }) => Math.min(MOST_OF_ONE, preview.totalChars));
  const shown = fragments.map(shownOf);
  const cap = Math.max(0, ...shown);
  expect(shown).toEqual(wanted.map((length) => Math.min(length, cap)));
  const isAllShown = wanted.every((length) => length <= cap);
  const atNextCap = wanted.reduce((sum, length) => sum + Math.min(length, cap + 1), 0);
  expect(isAllShown || atNextCap > budget).toBe(true);
}

function expectCoverage(read: EventRead, texts: readonly string[], returned: number): void {
  const [total, omitted] = [texts.length, texts.length - returned];
  expect(read.fragmentCoverage).toEqual({ total, returned, omitted, truncated: omitted > 0 });
  expect(read.fragments).toHaveLength(returned);
  for (const fragment of read.fragments) expectExact(fragment, texts[Number.parseInt(fragment.fragmentId, 10)] ?? "");
}

test("one read deals 24,000 code points, the target first; every receipt is exact; 20 fragments each", async () => {
  await fc.assert(
    fc.asyncProperty(anyRead, ({ events, at, before, after, order, window }) =>
      withCase(
        {
          engine: "memory",
          place: (folder) => {
            const entries = events.map((texts, index) => user(texts.map(text), { id: `e${index}` }));
            sessionFile(folder, { id: "budget", cwd: "/ws/alpha", entries });
          },
        },
        async (opened) => {
          const place = at % events.length;
          const target = events[place] as string[];
          const ordinal = window && target.length > 0 ? window[0] % target.length : undefined;
          const length = ordinal === undefined ? 0 : Array.from(target[ordinal] as string).length;
          const offset = window?.[1] === undefined ? undefined : window[1] % (length + 1);
          const wanted =
            ordinal === undefined
              ? {}
              : { fragmentId: `${ordinal}:user.text`, ...(offset !== undefined && { offset }) };
          const read = await opened.read("budget", `e${place}`, { before, after, order, ...wanted });

          expectCoverage(read, target, ordinal === undefined ? Math.min(20, target.length) : 1);
          const beside = [...read.before, ...read.after];
          expect(beside.map(({ event }) => event.entryId)).toEqual(
            events
              .map((_, index) => index)
              .filter((index) => index !== place && index >= place - before && index <= place + after)
              .map((index) => `e${index}`),
          );
          for (const neighbour of beside) {
            const texts = events[Number(neighbour.event.entryId.slice(1))] as string[];
            expectCoverage(neighbour, texts, Math.min(20, texts.length));
          }
          if (offset === undefined) expectLargestCap(read.fragments, BUDGET);
          else expect(read.fragments[0]?.preview.shownRanges[0]?.start ?? offset).toBe(offset);
          const dealt =
            offset === undefined
              ? read.fragments.reduce((sum, fragment) => sum + shownOf(fragment), 0)
              : Math.min(MOST_OF_ONE, length);
          const rest = beside.flatMap(({ fragments }) => fragments);
          expectLargestCap(rest, BUDGET - dealt);
          const all = [...read.fragments, ...rest].map(shownOf);
          expect(all.reduce((sum, shown) => sum + shown, 0)).toBeLessThanOrEqual(BUDGET);

          // What one read omits, windows give.
          const cut = read.fragments.find(({ preview }) => preview.truncated);
          for (const { start, end } of cut?.preview.omittedRanges ?? []) {
            const next = await opened.read("budget", `e${place}`, {
              fragmentId: cut?.fragmentId as string,
              offset: start,
            });
            const whole = Array.from(target[Number.parseInt(cut?.fragmentId as string, 10)] as string);
            const shownEnd = Math.min(whole.length, start + MOST_OF_ONE);
            expect(next.fragments[0]?.preview.text).toBe(whole.slice(start, shownEnd).join("").toWellFormed());
            expect(shownEnd >= end || shownEnd - start === MOST_OF_ONE).toBe(true);
          }
        },
      ),
    ),
    { numRuns: process.env["LONG"] ? 600 : 40 },
  );
});
