import { describe, expect, test } from "vitest";
import { projectEntry } from "../../../src/domain/projection/project-entry.ts";
import { project, projectMessage } from "./project.ts";

const place = { position: 7, version: 3, previousEntryId: "before" };

describe("what is an entry", () => {
  test.each([
    undefined,
    null,
    5,
    "s",
    true,
    [],
    [{ type: "message" }],
    {},
    { type: 5 },
    { type: null },
    { type: "session", id: "x" },
    JSON.parse('{"__proto__":{"type":"message"}}'),
    Object.create({ type: "message" }),
  ])("%j is none", (record) => {
    expect(projectEntry(record, place)).toBeUndefined();
  });

  test.each(["hologram", "constructor", "__proto__", "toString", ""])("type %j is a node without text", (type) => {
    expect(
      project({ type, id: "a4", parentId: "a3", timestamp: "not-a-date", blob: "x", message: { role: "user" } }),
    ).toEqual({
      entryId: "a4",
      parentId: "a3",
      entryType: type,
      timestamp: "not-a-date",
      time: null,
      isError: false,
      contribution: "none",
      fragments: [],
      omissions: [],
      links: [],
    });
  });

  test.each(["model_change", "thinking_level_change", "usage", "custom"])("%s is a node without text", (type) => {
    const event = project({
      type,
      id: "a",
      data: { secret: "x" },
      kind: "k",
      provider: "p",
      modelId: "m",
      details: "d",
    });
    expect(event).toMatchObject({ entryType: type, contribution: "none", fragments: [], omissions: [], links: [] });
  });
});

describe("identity and place", () => {
  test("id and parent as written", () => {
    expect(projectEntry({ type: "label", id: "a", parentId: "b" }, place)).toMatchObject({
      entryId: "a",
      parentId: "b",
    });
  });

  test.each([undefined, null, "", 5, {}, ["a"]])("id %j is none: the position names the entry", (id) => {
    expect(projectEntry({ type: "label", id, parentId: "b" }, place)).toMatchObject({ entryId: "@7", parentId: "b" });
  });

  test.each([undefined, null, "", 5, {}])("parentId %j is none", (parentId) => {
    expect(projectEntry({ type: "label", id: "a", parentId }, place)?.parentId).toBeNull();
  });

  test.each([1, 0])("in a version %d file every entry has a new id and follows the one before it", (version) => {
    const record = { type: "label", id: "a", parentId: "b" };
    expect(projectEntry(record, { ...place, version })).toMatchObject({ entryId: "@7", parentId: "before" });
    expect(projectEntry(record, { position: 1, version, previousEntryId: null })).toMatchObject({ parentId: null });
  });

  test("version 2 has a tree already", () => {
    const record = { type: "label", id: "a", parentId: "b" };
    expect(projectEntry(record, { ...place, version: 2 })).toMatchObject({ entryId: "a", parentId: "b" });
  });

  test("the time is the entry's, never the message's", () => {
    const message = { role: "user", content: "x", timestamp: 1_767_603_600_000 };
    expect(project({ type: "message", id: "a", message })).toMatchObject({ timestamp: "", time: null });
    expect(projectMessage(message)).toMatchObject({
      timestamp: "2026-01-05T09:00:00.000Z",
      time: Date.parse("2026-01-05T09:00:00.000Z"),
    });
    expect(project({ type: "message", id: "a", timestamp: 1_767_603_600_000, message })).toMatchObject({
      timestamp: "",
      time: null,
    });
  });

  test("a record is only read", () => {
    const record = {
      type: "message",
      id: "a",
      message: { role: "hookMessage", content: [{ type: "text", text: "t" }] },
    };
    const before = structuredClone(record);
    projectEntry(record, { ...place, version: 1 });
    expect(record).toEqual(before);
  });

  test("a field that fails to be read counts as missing", () => {
    const record = {
      type: "message",
      id: "a",
      get message(): never {
        throw new Error("read");
      },
    };
    expect(projectEntry(record, place)).toMatchObject({ entryId: "a", contribution: "unreadable" });
  });
});
