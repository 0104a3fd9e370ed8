import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { expect, it } from "vitest";
import {
  assistant,
  bash,
  branchSummary,
  compaction,
  customEntry,
  customMessage,
  label,
  modelChange,
  type SessionEntry,
  sessionName,
  sessionText,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { input, type Life, onEachWay, withLife } from "./open-life.ts";

const NEWLINE = 0x0a;

/** An entry of every type that can be found, each with the word `tornword` and characters of two, three and four bytes. */
const EVERY_TYPE: readonly SessionEntry[] = [
  user("tornword é 数 🚀"),
  assistant([toolCall("c1", "bash", { command: "tornword é" })], { stopReason: "toolUse" }),
  toolResult("c1", "bash", "tornword ошибка 🚀"),
  bash("tornword é", "数据库"),
  compaction("tornword “数据库”", "e1"),
  branchSummary("tornword é", "e2"),
  customMessage("note", "tornword 🚀"),
  sessionName("tornword é"),
  label("e1", "tornword 数"),
  assistant("", { stopReason: "error", errorMessage: "tornword é" }),
];
/** Entries that hold no text: a torn one must not be counted as anything either. */
const SILENT: readonly SessionEntry[] = [modelChange("é"), customEntry("state", { word: "tornword 数" })];

function textOf(entries: readonly SessionEntry[]): Buffer {
  return Buffer.from(sessionText({ id: "torn", cwd: "/ws/alpha", entries }));
}

/** Where the last complete record before a cut ends; 0 within the header. */
function completeBefore(bytes: Buffer, cut: number): number {
  return cut === 0 ? 0 : bytes.lastIndexOf(NEWLINE, cut - 1) + 1;
}

/** Ids of the complete records before a cut that hold the word, read in the plainest way. */
function expectedAt(bytes: Buffer, cut: number): string[] {
  const [, ...lines] = bytes.toString("utf8", 0, completeBefore(bytes, cut)).split("\n").slice(0, -1);
  const holding = lines.filter((line) => line.includes("tornword") && !line.includes('"type":"custom"'));
  return holding.map((line) => `torn/${(JSON.parse(line) as { id: string }).id}`).toSorted();
}

/** Writes a session in pieces that end at the cuts, with a sync and a look at everything after each. */
async function writeInPieces({ sessions, sync, found, offsets }: Life, bytes: Buffer, cuts: Iterable<number>) {
  let written = 0;
  for (const cut of cuts) {
    appendFileSync(join(sessions, "torn.jsonl"), bytes.subarray(written, cut));
    written = cut;
    const coverage = await sync();
    const at = `cut at byte ${cut} of ${bytes.length}`;
    const complete = completeBefore(bytes, cut);
    expect(await offsets(), at).toEqual({ "torn.jsonl": complete });
    expect(await found("tornword"), at).toEqual(expectedAt(bytes, cut));
    // Half a header is no session yet; half a record is nothing.
    if (complete > 0) expect(coverage, at).toMatchObject({ state: "ready", skipped: [] });
  }
}

onEachWay("The last record of a file is written in part (B15)", (way) => {
  it("waits, cut inside a character, and is there once when the rest has come", () =>
    withLife(way, { "b15.jsonl": input("torn-last-record/part1.bin") }, async (life) => {
      const whole = input("torn-last-record/whole.jsonl");
      const first = await life.sync();
      expect(first).toMatchObject({ state: "ready", skipped: [] });
      expect(await life.offsets()).toEqual({ "b15.jsonl": whole.indexOf('{"type":"message","id":"a2"') });
      expect([await life.found("firstmsg"), await life.found("splitfact")]).toEqual([["b15/a1"], []]);
      appendFileSync(join(life.sessions, "b15.jsonl"), input("torn-last-record/part2.bin"));
      expect(await life.sync()).toMatchObject({ state: "ready", skipped: [] });
      expect(await life.offsets()).toEqual({ "b15.jsonl": whole.length });
      expect([await life.found("firstmsg"), await life.found("splitfact")]).toEqual([["b15/a1"], ["b15/a2"]]);
      const { fragments } = await life.opened().history.read({ sessionId: "b15", entryId: "a2" }, { cwd: "/ws/alpha" });
      expect(fragments[0]?.preview.text).toBe("漢 splitfact");
      await life.expectFresh("splitfact");
    }));

  const bytes = textOf([user("first"), ...EVERY_TYPE, ...SILENT]);

  it("at every byte of a session, with a sync at each", () =>
    withLife(way, {}, async (life) => {
      const short = textOf([user("tornword é"), toolResult("c", "bash", "tornword 数 🚀"), sessionName("tornword")]);
      await writeInPieces(
        life,
        short,
        Array.from({ length: short.length }, (_, at) => at + 1),
      );
      await life.expectFresh("tornword");
    }));

  test.prop([fc.uniqueArray(fc.integer({ min: 1, max: bytes.length }), { minLength: 2, maxLength: 24 })], {
    numRuns: 12,
  })("at any bytes of entries of every type", (cuts) =>
    withLife(way, {}, async (life) => {
      await writeInPieces(life, bytes, [...cuts.toSorted((one, other) => one - other), bytes.length]);
      await life.expectFresh("tornword", "数据库");
    }),
  );

  it("a record that stays torn is passed by no other one, and costs nobody else's session", () =>
    withLife(
      way,
      {
        "torn.jsonl": textOf([user("tornword")]).subarray(0, -1),
        "other.jsonl": sessionText({ id: "other", cwd: "/ws/alpha", entries: [user("tornword")] }),
      },
      async ({ sync, found, restart }) => {
        for (let round = 0; round < 3; round++) {
          expect(await sync()).toMatchObject({ state: "ready", skipped: [], sessions: { indexed: 2, known: 2 } });
          expect(await found("tornword")).toEqual(["other/e1"]);
          await restart();
        }
      },
    ));
});
