import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { markMatches } from "../../../../src/adapters/pi/texts/mark-matches.ts";
import { quoteLines } from "../../../../src/adapters/pi/texts/quote-lines.ts";
import { readHitRefs } from "../../../../src/adapters/pi/texts/read-hit-refs.ts";
import { writeHit } from "../../../../src/adapters/pi/texts/write-hit.ts";
import type { EventSearchHit } from "../../../../src/domain/model/hit.ts";
import { anyHit } from "./any-answer.ts";

const hit: EventSearchHit = {
  sessionId: "019cd704-87d6-7f4c-85bf-2c8e968015aa",
  sessionName: "Rollback of migration 0042",
  cwd: "/home/ada/payments",
  entryId: "d5e6f7a8",
  entryType: "message",
  matchingFragmentId: "2:tool.result",
  semanticKind: "tool.result",
  timestamp: "2026-03-10T09:12:04.310Z",
  branchState: "alternate",
  selectionState: "summarized",
  snippet: "rolled back migration 0042 | by hand",
  matchingFragmentCount: 3,
  matchOffset: 1_234,
  toolName: "bash",
  isError: true,
  copies: { count: 2, refs: [] },
};

/** Pi's own ids, whatever else the files hold. */
const anyPiHit = fc
  .tuple(anyHit, fc.uuid(), fc.stringMatching(/^[0-9a-f]{8}$/))
  .map(([any, sessionId, entryId]) => ({ ...any, sessionId, entryId }));

describe("a hit for the model", () => {
  test("has ids, kind, place, time, states, remarks, tool, name and the marked snippet", () => {
    expect(writeHit(hit, 1, "migration 0042")).toEqual([
      "1. session 019cd704-87d6-7f4c-85bf-2c8e968015aa entry d5e6f7a8 fragment 2:tool.result offset 1234",
      '   2026-03-10T09:12:04.310Z, alternate/summarized, error, +2 fragments, 2 copies, tool bash, in "Rollback of migration 0042"',
      "   | rolled back «migration 0042» | by hand",
    ]);
  });

  test.prop([anyPiHit])("takes at most 250 bytes beside its snippet", (any) => {
    const block = `${writeHit(any, 50, "retry").join("\n")}\n\n`;
    const snippet = quoteLines(markMatches(any.snippet, "retry"), "   ").join("\n").slice("   | ".length);
    expect(Buffer.byteLength(block) - Buffer.byteLength(snippet)).toBeLessThanOrEqual(250);
  });

  test.prop([anyHit])("names its event whole, or says that its id cannot be shown", (any) => {
    const block = writeHit(any, 1, "retry");
    const [ref] = readHitRefs(block.join("\n"));
    if (ref === undefined) expect(block[0]).toMatch(/\(id of \d{3,} bytes, not shown\)/);
    else expect(ref).toEqual({ sessionId: any.sessionId, entryId: any.entryId });
  });

  test("clips the names, never the ids", () => {
    const names = { sessionName: "名".repeat(400), toolName: "t".repeat(400) };
    const [first, second] = writeHit({ ...hit, ...names, entryId: "e".repeat(300) }, 1, "0042");
    expect(first).toContain(` entry ${"e".repeat(300)} `);
    expect(second).not.toMatch(/tool|in "/);
    expect(writeHit({ ...hit, ...names }, 1, "0042")[1]).toMatch(/, tool "t+…", in "名+…"$/);
  });
});
