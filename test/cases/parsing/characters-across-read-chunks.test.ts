import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessionFiles } from "../../../src/adapters/session-files/session-files.ts";
import { assistant, toolCall, toolResult, user } from "../../support/session-file.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const MEBIBYTE = 1_048_576;
const EDGES = [65_536, 131_072, 983_040, MEBIBYTE, 2 * MEBIBYTE, 3 * MEBIBYTE];

/** True for a byte inside a character: a read that ends before it cuts the character. */
function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function cutsEveryEdge(text: string): boolean {
  const bytes = Buffer.from(text);
  return EDGES.every((edge) => isInsideCharacter(bytes[edge]));
}

/** Four-byte characters placed so that every one of the edges cuts one; the word stands after the last edge. */
function cuttingText(before: string, padding: number): string {
  return `${before}${"x".repeat(padding)}${"😀".repeat((3 * MEBIBYTE) / 4)} afteredges`;
}

describe.each(engines)("characters survive the edges of reads (%s)", (engine) => {
  test("B14: a dense line of three- and four-byte characters", () =>
    openCase(engine, "dense-characters", async ({ coverage, folder, found, textOf }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect(await found("edgeword")).toEqual(["b14/a1"]);
      expect(await found("漢字 edgeword")).toEqual(["b14/a1"]);
      expect(await found("afterbig")).toEqual(["b14/a2"]);
      const lines = readFileSync(join(folder, "small.jsonl"), "utf8").split("\n");
      const { content } = (JSON.parse(lines[1] ?? "") as { message: { content: string } }).message;
      expect(await textOf("b14", "a1")).toBe(content);
      const sevenBytes: (string | null)[] = [];
      for await (const batch of createSessionFiles({ chunkBytes: 7 }).lines(join(folder, "small.jsonl"), 0)) {
        sevenBytes.push(...batch.map((line) => line.text));
      }
      expect(sevenBytes).toEqual(lines.slice(0, -1));
    }));

  test.each([
    ["a message", (content: string) => user(content), "0:user.text"],
    ["a call's argument", (content: string) => assistant([toolCall("c1", "w", { content })]), "0:tool.call"],
    ["a result", (content: string) => toolResult("c1", "read", content), "0:tool.result"],
  ] as const)(
    "a line of 3 MiB with a character across every 64 KiB and 1 MiB edge, in %s",
    (_, entryOf, fragmentId) => {
      const fileOf = (padding: number) => alphaSession([entryOf(cuttingText("start ", padding)), user("afterbig")]);
      const padding = [0, 1, 2, 3].find((units) => cutsEveryEdge(fileOf(units))) ?? Number.NaN;
      const content = [...cuttingText("start ", padding)];
      return openCase(engine, { "s1.jsonl": fileOf(padding) }, async ({ coverage, found, read }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        expect(await found("afterbig")).toEqual(["s1/e2"]);
        expect(await found("start afteredges")).toEqual(["s1/e1"]);
        const lead = fragmentId === "0:tool.call" ? [..."w\ncontent: "].length : 0;
        for (const offset of [MEBIBYTE / 4 - 2000, content.length - 3000]) {
          const [fragment] = (await read("s1", "e1", { fragmentId, offset: offset + lead })).fragments;
          expect(fragment?.preview.totalChars).toBe(content.length + lead);
          expect(fragment?.preview.text === content.slice(offset, offset + 4000).join("")).toBe(true);
        }
      });
    },
  );

  test("a text over the indexing limit is found by its head and tail, and the cut is reported", () => {
    const text = `headword ${"z ".repeat(600_000)}middleword ${"z ".repeat(600_000)}tailword`;
    return openCase(
      engine,
      { "s1.jsonl": alphaSession([user(text), user("afterbig")]) },
      async ({ coverage, search, found, read }) => {
        expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "shortened-text", count: 1 }] });
        expect(await found("headword tailword")).toEqual(["s1/e1"]);
        expect(await found("middleword")).toEqual([]);
        expect(await found("afterbig")).toEqual(["s1/e2"]);
        const [hit] = (await search("tailword")).hits;
        const offset = hit?.matchOffset ?? 0;
        expect((await read("s1", "e1", { fragmentId: "0:user.text", offset })).fragments[0]?.preview.text).toBe(
          "tailword",
        );
      },
    );
  });

  test("a line over the stated limit is counted, and every line after it is found", () => {
    const [header = "", before = "", after = ""] = alphaSession([user("beforehuge"), user("afterhuge")]).split("\n");
    return openCase(
      engine,
      {},
      async ({ coverage, found, read }) => {
        expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "oversized-record", count: 1 }] });
        expect(await found("beforehuge")).toEqual(["s1/e1"]);
        expect(await found("afterhuge")).toEqual(["s1/e2"]);
        expect((await read("s1", "e2", { before: 1 })).before).toHaveLength(1);
      },
      {
        prepare: (folder) =>
          writeFileSync(
            join(folder, "s1.jsonl"),
            [header, before, "x".repeat(64 * MEBIBYTE + 1), after, ""].join("\n"),
          ),
      },
    );
  });
});

test("the edges of reads of every small size cut nothing", () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, "s1.jsonl");
    const texts = ["é€😀", "日本語", "\u{10ffff}x\u{10000}", "नमस्ते", "👨‍👩‍👧"];
    writeFileSync(path, texts.map((text) => `${text}\n`).join(""));
    for (let chunkBytes = 1; chunkBytes <= 17; chunkBytes++) {
      const read: (string | null)[] = [];
      for await (const batch of createSessionFiles({ chunkBytes }).lines(path, 0))
        read.push(...batch.map((line) => line.text));
      expect(read, `${chunkBytes} bytes`).toEqual(texts);
    }
  }));
