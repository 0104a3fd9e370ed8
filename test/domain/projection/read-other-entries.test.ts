import { describe, expect, test } from "vitest";
import { firstKeptEntryIndex } from "../../../src/domain/projection/first-kept-entry-index.ts";
import { project } from "./project.ts";

describe("compaction", () => {
  test("the summary, the first kept entry and the files it lists", () => {
    const event = project({
      type: "compaction",
      id: "c",
      summary: "old sum",
      firstKeptEntryId: "k",
      systemMessage: { role: "system", content: "PROMPT" },
      details: { readFiles: ["a.ts", 5, "", null], modifiedFiles: ["b.ts"], secret: "DETAIL" },
    });
    expect(event).toMatchObject({
      contribution: "compaction",
      fragments: [{ ordinal: 0, kind: "summary.compaction", text: "old sum" }],
      links: [
        { type: "compaction-first-kept", entryId: "k" },
        { type: "file-read", path: "a.ts" },
        { type: "file-changed", path: "b.ts" },
      ],
    });
    expect(event).not.toHaveProperty("role");
    expect(JSON.stringify(event)).not.toMatch(/PROMPT|DETAIL/);
  });

  test("a retain-none compaction names itself", () => {
    expect(project({ type: "compaction", id: "c", summary: "s", firstKeptEntryId: "c" }).links).toEqual([
      { type: "compaction-first-kept", entryId: "c" },
    ]);
  });

  test.each([undefined, null, 5, {}])("summary %j is no text, but still a compaction", (summary) => {
    expect(project({ type: "compaction", id: "c", summary })).toMatchObject({
      contribution: "compaction",
      fragments: [],
      links: [],
    });
  });

  test("version 1 names the first kept entry by index, for the reader of the whole file", () => {
    const record = { type: "compaction", summary: "s", firstKeptEntryIndex: 3, firstKeptEntryId: "stale" };
    expect(project(record, 1).links).toEqual([]);
    expect(firstKeptEntryIndex(record, 1)).toBe(3);
    expect(firstKeptEntryIndex(record, 2)).toBeUndefined();
    expect(firstKeptEntryIndex({ ...record, type: "message" }, 1)).toBeUndefined();
    expect(firstKeptEntryIndex({ ...record, firstKeptEntryIndex: "3" }, 1)).toBeUndefined();
    expect(firstKeptEntryIndex(null, 1)).toBeUndefined();
    expect(project(record, 3).links).toEqual([{ type: "compaction-first-kept", entryId: "stale" }]);
  });
});

describe("branch summary", () => {
  test("the summary, the leaf it left and the files it lists", () => {
    const details = { readFiles: ["a.ts"], modifiedFiles: ["b.ts"] };
    expect(project({ type: "branch_summary", id: "b", summary: "tried A", fromId: "leaf", details })).toMatchObject({
      contribution: "summary",
      fragments: [{ ordinal: 0, kind: "summary.branch", text: "tried A" }],
      links: [
        { type: "branch-summary", entryId: "leaf" },
        { type: "file-read", path: "a.ts" },
        { type: "file-changed", path: "b.ts" },
      ],
    });
  });

  test.each([undefined, null, "", "root", 5])("fromId %j names no entry", (fromId) => {
    expect(project({ type: "branch_summary", id: "b", summary: "s", fromId }).links).toEqual([]);
  });

  test.each([
    [undefined, "none", []],
    ["", "none", [""]],
    [null, "none", []],
    [{ a: 1 }, "summary", []],
    ["s", "summary", ["s"]],
  ])("summary %j contributes %s", (summary, contribution, texts) => {
    const event = project({ type: "branch_summary", id: "b", summary });
    expect(event.contribution).toBe(contribution);
    expect(event.fragments.map(({ text }) => text)).toEqual(texts);
  });

  test.each([null, 5, "x", [], { readFiles: "a.ts", modifiedFiles: { 0: "a" } }])(
    "details %j list no files",
    (details) => {
      expect(project({ type: "branch_summary", id: "b", summary: "s", details }).links).toEqual([]);
    },
  );
});

describe("session info", () => {
  test.each([
    [" Refactor auth ", " Refactor auth ", "Refactor auth"],
    ["", "", ""],
    ["  ", "  ", ""],
    [undefined, "", ""],
    [5, "", ""],
  ])("name %j", (name, text, sessionName) => {
    expect(project({ type: "session_info", id: "n", name })).toMatchObject({
      contribution: "none",
      sessionName,
      fragments: [{ ordinal: 0, kind: "session.name", text }],
    });
  });

  test("other entries set no name", () => {
    expect(project({ type: "label", id: "n", name: "x" })).not.toHaveProperty("sessionName");
  });
});

describe("label", () => {
  test.each([
    ["checkpoint-1", "checkpoint-1"],
    ["", ""],
    [undefined, ""],
    [{}, ""],
  ])("label %j", (label, text) => {
    expect(project({ type: "label", id: "l", targetId: "t", label })).toMatchObject({
      contribution: "none",
      fragments: [{ ordinal: 0, kind: "label.text", text }],
      links: [{ type: "label", entryId: "t" }],
    });
  });

  test.each([undefined, null, "", 5])("target %j is none", (targetId) => {
    expect(project({ type: "label", id: "l", targetId, label: "x" }).links).toEqual([]);
  });
});

describe("context edit", () => {
  test("null omits its target", () => {
    expect(project({ type: "context_edit", id: "x", targetId: "t", replacement: null })).toMatchObject({
      contribution: "none",
      fragments: [],
      links: [{ type: "context-omission", entryId: "t" }],
    });
  });

  test.each([{ content: "NEW" }, undefined, "NEW"])(
    "replacement %j edits it, without text of its own",
    (replacement) => {
      const event = project({ type: "context_edit", id: "x", targetId: "t", replacement });
      expect(event).toMatchObject({ fragments: [], links: [{ type: "context-edit", entryId: "t" }] });
      expect(JSON.stringify(event)).not.toContain("NEW");
    },
  );
});
