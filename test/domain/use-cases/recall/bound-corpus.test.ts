import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { boundCorpus, type CorpusSession } from "../../../../src/domain/use-cases/recall/bound-corpus.ts";
import { CorpusText } from "../../../../src/domain/use-cases/recall/corpus-text.ts";

const anyText = fc.string({ maxLength: 400, unit: "binary" });
const messages = (text: fc.Arbitrary<string>) =>
  fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 8 }),
      role: fc.constantFrom("user" as const, "assistant" as const),
      timestamp: fc.constant("2026-01-01T00:00:01.000Z"),
      text,
    }),
    { maxLength: 30 },
  );
const session = fc.record({
  sessionId: fc.uuid(),
  path: anyText,
  cwd: anyText,
  started: fc.constant("2026-01-01T00:00:00.000Z"),
  lineage: fc.uuid(),
  lineageSessions: fc.integer({ min: 1, max: 9 }),
  messages: messages(anyText),
  truncated: fc.boolean(),
});

type Plain = Omit<CorpusSession, "messages"> & {
  readonly messages: readonly { id: string; role: "user" | "assistant"; timestamp: string; text: string }[];
};

function corpusOf(sessions: readonly Plain[]): CorpusSession[] {
  return sessions.map((one) => ({
    ...one,
    messages: one.messages.map((message) => ({ ...message, text: new CorpusText(message.text) })),
  }));
}

function talk(count: number, length: number, id = "s"): Plain {
  return {
    sessionId: id,
    path: `/sessions/${id}.jsonl`,
    cwd: "/work/shop",
    started: "2026-01-01T00:00:00.000Z",
    lineage: id,
    lineageSessions: 1,
    messages: Array.from({ length: count }, (_, at) => ({
      id: `m${String(at).padStart(3, "0")}`,
      role: "user" as const,
      timestamp: "2026-01-01T00:00:01.000Z",
      text: `${at} `.padEnd(length, "x"),
    })),
    truncated: false,
  };
}

describe("a corpus", () => {
  test.prop([fc.array(session, { maxLength: 10 }), fc.integer({ min: 2, max: 50_000 })])(
    "stays within its budget, and says where it is cut",
    (sessions, characters) => {
      const bound = boundCorpus(corpusOf(sessions), characters);
      expect(JSON.stringify(bound).length).toBeLessThanOrEqual(Math.max(2, characters));
      for (const [at, shown] of bound.entries()) {
        const whole = sessions[at] as Plain;
        const texts = new Map(whole.messages.map((message) => [message, message.text.toWellFormed()]));
        expect(shown.sessionId).toBe(whole.sessionId);
        expect(shown.lineage).toBe(whole.lineage);
        expect(shown.truncated).toBe(whole.truncated || shown.messages.length < whole.messages.length);
        const head = Math.ceil((shown.messages.length * 2) / 3);
        const kept =
          shown.messages.length === whole.messages.length
            ? whole.messages
            : [
                ...whole.messages.slice(0, head),
                ...whole.messages.slice(whole.messages.length - (shown.messages.length - head)),
              ];
        expect(shown.messages.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
        const isCut = kept.some((message, place) => texts.get(message) !== shown.messages[place]?.text);
        expect(shown.contentTruncated).toBe(isCut);
      }
    },
  );

  test("that fits stays whole", () => {
    const sessions = [talk(30, 200, "a"), talk(5, 4_000, "b")];
    const bound = boundCorpus(corpusOf(sessions), 50_000);
    expect(bound).toEqual(sessions.map((one) => ({ ...one, contentTruncated: false })));
  });

  test("cuts the long texts only, all to the same length, as long as fits", () => {
    const bound = boundCorpus(corpusOf([talk(10, 5_000, "a"), talk(10, 100, "b"), talk(2, 9_000, "c")]), 20_000);
    const [a, b, c] = bound.map((one) => one.messages.map(({ text }) => text.length));
    expect(b).toEqual(Array.from({ length: 10 }, () => 100));
    expect(new Set([...(a ?? []), ...(c ?? [])]).size).toBe(1);
    expect(bound.map(({ contentTruncated }) => contentTruncated)).toEqual([true, false, true]);
    // One more code point for each of the twelve would not have fitted.
    expect(JSON.stringify(bound).length).toBeGreaterThan(20_000 - 12);
    expect(a?.[0]).toBeGreaterThan(1_000);
  });

  test("gives up messages of the middle before its texts say nothing any more", () => {
    const sessions = Array.from({ length: 10 }, (_, at) => talk(30, 3_000, `s${at}`));
    const bound = boundCorpus(corpusOf(sessions), 40_000);
    expect(new Set(bound.map((one) => one.messages.length)).size).toBe(1);
    expect(bound[0]?.messages.length).toBeLessThan(30);
    expect(bound[0]?.messages[0]?.text.length).toBeGreaterThanOrEqual(200);
    expect(bound[0]?.messages[0]?.id).toBe("m000");
    expect(bound[0]?.messages.at(-1)?.id).toBe("m029");
    expect(bound.every((one) => one.truncated && one.contentTruncated)).toBe(true);
    expect(JSON.stringify(bound).length).toBeGreaterThan(39_800);
  });

  test("gives up sessions where their names alone do not fit, the last first", () => {
    const long = talk(1, 10, "a".repeat(30_000));
    expect(boundCorpus(corpusOf([talk(1, 10, "one"), long, talk(1, 10, "three")]), 40_000)).toHaveLength(1);
    expect(boundCorpus(corpusOf([long]), 40_000)).toEqual([]);
  });

  test("counts what JSON makes of its texts", () => {
    const quotes = {
      ...talk(3, 10),
      messages: talk(3, 10).messages.map((one) => ({ ...one, text: '\u0001"\n'.repeat(2_000) })),
    };
    const bound = boundCorpus(corpusOf([quotes]), 5_000);
    const characters = JSON.stringify(bound).length;
    expect(characters).toBeLessThanOrEqual(5_000);
    expect(characters).toBeGreaterThan(4_900);
  });
});

describe("a text of the corpus", () => {
  test.prop([fc.string({ maxLength: 200, unit: "binary" }), fc.nat(220)])(
    "shows its beginning and its end within the cap, in whole code points",
    (text, cap) => {
      const whole = text.toWellFormed();
      const shown = new CorpusText(text).within(cap);
      const points = [...whole];
      expect(shown.isWellFormed()).toBe(true);
      if (points.length <= cap) expect(shown).toBe(whole);
      else if (cap <= 5) expect(shown).toBe(cap === 0 ? "" : "…");
      else {
        const head = Math.ceil(((cap - 5) * 2) / 3);
        const end = points.slice(points.length - (cap - 5 - head));
        expect(shown).toBe([...points.slice(0, head), " […] ", ...(head === cap - 5 ? [] : end)].join(""));
      }
    },
  );

  test.prop([fc.string({ maxLength: 100, unit: "binary" })])("never takes less room under a higher cap", (text) => {
    const shown = new CorpusText(text);
    const lengths = Array.from({ length: 110 }, (_, cap) => JSON.stringify(shown.within(cap)).length);
    expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
  });

  test("may be of any length", () => {
    const text = new CorpusText(`${"a".repeat(300_000)}${"😀".repeat(300_000)}`);
    expect(text.total).toBe(600_000);
    const shown = [...text.within(50_000)];
    expect(shown).toHaveLength(50_000);
    expect(shown[0]).toBe("a");
    expect(shown.at(-1)).toBe("😀");
  });
});
