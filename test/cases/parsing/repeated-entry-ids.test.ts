import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWithPi } from "../../oracle/pi-oracle.ts";
import { compaction, label, sessionName, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("of a repeated entry id the last record stands (%s)", (engine) => {
  test("B06: a prefix written again, then one entry with another text", () =>
    openCase(
      engine,
      "repeated-entry-ids",
      async ({ coverage, folder, found, search, read, textOf, history, caller }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [{ reason: "duplicate-entry-id", count: 3 }] });
        expect((await search("dupword")).totals).toEqual({ events: 1, fragments: 1 });
        expect(await found("dupword")).toEqual(["b06/a2"]);
        expect(await found("changed")).toEqual(["b06/a2"]);
        expect(await found("first")).toEqual([]);
        expect(await textOf("b06", "a2")).toBe("dupword changed");
        const pi = readWithPi(join(folder, "s1.jsonl"));
        expect(pi).toMatchObject({ leafId: "a3", branch: ["a1", "a2", "a3"], sessionName: "demo" });
        expect((await history.sessions({}, caller)).sessions).toMatchObject([
          { name: "demo", events: pi.entryIds.length },
        ]);
        for (const order of ["branch", "append"] as const) {
          const { before } = await read("b06", "a3", { order, before: 10 });
          expect(before.map(({ event }) => event.entryId)).toEqual(["a1", "a2"]);
        }
      },
    ));

  test("another type, another parent and another label under the same id, as in Pi", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          user("root", { id: "r" }),
          user("was said", { id: "x" }),
          label("r", "old label", { id: "l" }),
          user("leaf", { id: "y" }),
          compaction("now summarized", "r", { id: "x", parentId: "r" }),
          label("r", "new label", { id: "l", parentId: "x" }),
          user("end", { id: "z", parentId: "l" }),
        ]),
      },
      async ({ coverage, folder, found, read, trace }) => {
        expect(coverage.skipped).toEqual([{ reason: "duplicate-entry-id", count: 2 }]);
        expect(await found("said")).toEqual([]);
        expect(await found("summarized")).toEqual(["s1/x"]);
        expect(await found("label")).toEqual(["s1/l"]);
        const pi = readWithPi(join(folder, "s1.jsonl"));
        expect(pi).toMatchObject({ branch: ["r", "x", "l", "z"], labels: new Map([["r", "new label"]]) });
        expect((await read("s1", "r")).event.labels).toEqual(["new label"]);
        const { before } = await read("s1", "z", { before: 10 });
        expect(before.map(({ event }) => event.entryId)).toEqual(["r", "x", "l"]);
        expect((await trace("s1", "r")).children.map(({ node }) => node.entryId)).toEqual(["x"]);
      },
    ));

  test("a last record that closes a circle ends every walk", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          user("one", { id: "a" }),
          user("two", { id: "b" }),
          user("three", { id: "a", parentId: "b" }),
        ]),
      },
      async ({ read, trace }) => {
        const { event, before } = await read("s1", "a", { before: 10, after: 10 });
        expect(event).toMatchObject({ branchState: "unknown" });
        expect(before.map((ancestor) => ancestor.event.entryId)).toEqual(["b"]);
        expect((await trace("s1", "b", 2)).parent?.node.entryId).toBe("a");
      },
    ));

  test("a prefix of thousands of entries written again and again counts once", () => {
    const entries = Array.from({ length: 1500 }, (_, at) =>
      at % 3 === 0
        ? toolResult(`c${at}`, "read", `bulk ${at}`, {}, { id: `e${at}` })
        : user(`bulk ${at}`, { id: `e${at}` }),
    );
    const again = [...entries, ...entries, ...entries, sessionName("bulk", { id: "n" })];
    return openCase(engine, { "s1.jsonl": alphaSession(again) }, async ({ coverage, search, read }) => {
      expect(coverage.skipped).toEqual([{ reason: "duplicate-entry-id", count: 3000 }]);
      expect((await search("bulk")).totals).toEqual({ events: 1501, fragments: 1501 });
      // The first entry's last record hangs below the last entry of the copy before it, and so the chain is a circle.
      expect((await read("s1", "e700", { before: 10 })).before).toHaveLength(10);
    });
  });
});
