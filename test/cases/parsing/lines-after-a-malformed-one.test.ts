import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWithPi } from "../../oracle/pi-oracle.ts";
import { assistant, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("a malformed line costs that line alone (%s)", (engine) => {
  test("B03: a line cut in mid JSON; the chain breaks there, and nothing before it is claimed selected", () =>
    openCase(engine, "malformed-line", async ({ coverage, folder, found, read, trace }) => {
      expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "malformed-line", count: 1 }] });
      expect(await found("latefact")).toEqual(["b03/a3"]);
      expect(await found("goodone")).toEqual(["b03/a1"]);
      expect(readWithPi(join(folder, "s1.jsonl"))).toMatchObject({ leafId: "a3", branch: ["a3"] });
      const late = await read("b03", "a3", { before: 10, after: 10 });
      expect(late.event).toMatchObject({ parentId: "a2", branchState: "selected", selectionState: "direct" });
      expect(late).toMatchObject({ before: [], after: [] });
      expect((await read("b03", "a1")).event).toMatchObject({
        branchState: "alternate",
        selectionState: "not-selected",
      });
      const traced = await trace("b03", "a3", 2);
      expect(traced.parent).toBeUndefined();
      expect(traced).toMatchObject({ children: [], branchSiblings: [], related: [] });
    }));

  test("two records run together, brackets never closed, and bytes that are no text", () => {
    const [header = "", call = "", result = "", last = ""] = alphaSession([
      assistant([toolCall("c1", "grep", { pattern: "needleone" })]),
      toolResult("c1", "grep", "needletwo"),
      user("needlethree"),
    ]).split("\n");
    const torn = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28, 0x0a]);
    const file = Buffer.concat([
      Buffer.from(`${header}\n${call.slice(0, 40)}${call}\n${call}\n`),
      torn,
      Buffer.from(`${"[".repeat(100_000)}\n${result}\n{"type":"message",}\n${last}\n`),
    ]);
    return openCase(engine, { "s1.jsonl": file }, async ({ coverage, found, read, trace }) => {
      expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "malformed-line", count: 4 }] });
      for (const [word, entryId] of [
        ["needleone", "e1"],
        ["needletwo", "e2"],
        ["needlethree", "e3"],
      ] as const) {
        expect(await found(word)).toEqual([`s1/${entryId}`]);
      }
      expect((await read("s1", "e3", { before: 10 })).before.map(({ event }) => event.entryId)).toEqual(["e1", "e2"]);
      expect((await trace("s1", "e2")).related).toMatchObject([{ relation: "tool-call", node: { entryId: "e1" } }]);
    });
  });

  test("right after the header, and at the end: a torn tail waits and is no malformed line", () =>
    openCase(
      engine,
      { "s1.jsonl": alphaSession(["not json\n", user("middle"), "{torn\n", '{"type":"message","id":"e9"'], {}) },
      async ({ coverage, found, change, folder }) => {
        expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "malformed-line", count: 2 }] });
        expect(await found("middle")).toEqual(["s1/e2"]);
        const rest =
          ',"parentId":"e2","timestamp":"2026-01-01T00:01:00.000Z","message":{"role":"user","content":"grown"}}\n';
        const grown = await change(() => appendFileSync(join(folder, "s1.jsonl"), rest));
        expect(grown.skipped).toEqual([{ reason: "malformed-line", count: 2 }]);
        expect(await found("grown")).toEqual(["s1/e9"]);
      },
    ));
});
