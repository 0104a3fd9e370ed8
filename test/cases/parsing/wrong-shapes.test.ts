import { describe, expect, test } from "vitest";
import {
  assistant,
  branchSummary,
  compaction,
  customMessage,
  label,
  message,
  type SessionEntry,
  toolResult,
  user,
} from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

/** Words that only appear in an index where something that is no text was made one. */
const STRINGIFIED = ["object", "undefined", "null", "NaN"];

describe.each(engines)("JSON of the wrong shape never breaks a session nor becomes text (%s)", (engine) => {
  test("B08: numbers, nulls, lists, missing messages, objects as text, repeated and odd keys, unknown types", () =>
    openCase(engine, "wrong-shapes", async ({ coverage, found, read }) => {
      expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "not-an-entry", count: 5 }] });
      expect(await found("shapeok")).toEqual(["b08/a6"]);
      expect(await found("dupkeywins")).toEqual(["b08/a3"]);
      expect(await found("noid")).toEqual(["b08/@7"]);
      for (const word of [...STRINGIFIED, "old", "weirdrole", "hologram", "x"])
        expect(await found(word), word).toEqual([]);
      expect((await read("b08", "a4")).event).toMatchObject({
        entryType: "hologram",
        selectionState: "not-applicable",
      });
      expect(await read("b08", "a5")).toMatchObject({ event: { role: "narrator" }, fragments: [] });
      expect(await read("b08", "@6")).toMatchObject({ event: { entryType: "message", timestamp: "" }, fragments: [] });
      expect((await read("b08", "a6", { before: 10 })).before).toHaveLength(5);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    }));

  const shapes: readonly unknown[] = [null, 7, true, {}, [], [null], { text: "hidden" }, ["hidden"]];
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

  test("every field of every entry type may hold anything", () => {
    const entries = shapes.flatMap((shape): SessionEntry[] => [
      message({ role: shape, content: "hidden" }),
      { type: "message", message: shape },
      user(shape),
      user([{ type: "text", text: shape }]),
      assistant([{ type: "toolCall", id: shape, name: shape, arguments: shape }], { errorMessage: shape }),
      { ...toolResult("c", "read", shape, { isError: shape, nestedCalls: shape }) },
      message({ role: "bashExecution", command: shape, output: shape, exitCode: shape, cancelled: shape }),
      { ...compaction("", "e1"), summary: shape, firstKeptEntryId: shape, details: shape },
      { ...branchSummary("", "e1"), summary: shape, fromId: shape, details: shape },
      { ...customMessage("", shape), customType: shape },
      { ...label("e1"), label: shape, targetId: shape },
      { type: "session_info", name: shape },
      { type: "context_edit", targetId: shape, replacement: shape },
      { type: "custom", customType: shape, data: shape },
    ]);
    const text = alphaSession([user("before"), ...entries, user("after")]);
    return openCase(engine, { "s1.jsonl": text }, async ({ coverage, found, read, trace }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect(await found("before")).toEqual(["s1/e1"]);
      expect(await found("after")).toEqual([`s1/e${entries.length + 2}`]);
      // A call's arguments are JSON by contract, whatever they hold; nothing else may show.
      const isCall = /^s1\/e\d+$/;
      for (const word of ["object", "undefined", "NaN"]) expect(await found(word), word).toEqual([]);
      const hidden = await found("hidden", { kinds: ["user.text", "tool.result", "custom.message", "label.text"] });
      expect(hidden.filter((hit) => !isCall.test(hit))).toEqual([]);
      for (let at = 2; at <= entries.length + 1; at++) {
        await read("s1", `e${at}`, { before: 1, after: 1 });
        await trace("s1", `e${at}`);
      }
    });
  });

  test("ids, parents and times that are no texts, and keys that a prototype holds", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          user("first", { id: 7, parentId: {} }),
          user("second", { id: "", parentId: [] }),
          user("third", { id: "__proto__", parentId: null, timestamp: 1_767_603_600_000 }),
          user("fourth", { id: "constructor", parentId: "__proto__", timestamp: {} }),
          { type: "__proto__" },
          { type: "toString", message: { role: "user", content: "hidden" } },
          message({ role: "constructor", content: "hidden" }),
          assistant([{ type: "toolCall", id: "c1", name: "hasOwnProperty", arguments: { valueOf: "fifth" } }]),
        ]),
      },
      async ({ coverage, found, read, trace }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        const ids = { first: "@1", second: "@2", third: "__proto__", fourth: "constructor", fifth: "e8" };
        for (const [word, entryId] of Object.entries(ids)) expect(await found(word), word).toEqual([`s1/${entryId}`]);
        expect(await found("hidden")).toEqual([]);
        expect((await read("s1", "constructor", { before: 1 })).before[0]?.event.entryId).toBe("__proto__");
        expect((await trace("s1", "__proto__")).children.map(({ node }) => node.entryId)).toEqual(["constructor"]);
        expect((await read("s1", "__proto__")).event).toMatchObject({ timestamp: "" });
      },
    ));

  test("arguments nested fifty thousand deep", () => {
    const call = { type: "toolCall", id: "c1", name: "deep", arguments: { nest: "NEST" } };
    const text = alphaSession([assistant([call]), user("neighbour")]).replace('"NEST"', deep);
    return openCase(engine, { "s1.jsonl": text }, async ({ coverage, found, read }) => {
      expect(coverage).toMatchObject({ state: "ready", skipped: [] });
      expect(await found("neighbour")).toEqual(["s1/e2"]);
      expect(await found("nest")).toEqual(["s1/e1"]);
      expect((await read("s1", "e1")).fragments[0]?.preview.totalChars).toBe("deep\nnest: ".length + deep.length);
    });
  });
});
