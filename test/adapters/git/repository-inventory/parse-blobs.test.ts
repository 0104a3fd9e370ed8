import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  framedBytes,
  parseBlobs,
  parseBlobSizes,
} from "../../../../src/adapters/git/repository-inventory/parse-blobs.ts";

const ONE = "1".repeat(40);
const OTHER = "2".repeat(40);
const IDS = [ONE, OTHER];

describe("sizes", () => {
  test("are those of the objects asked for", () => {
    expect(parseBlobSizes(Buffer.from(`${ONE} blob 0\n${OTHER} blob 1048576\n`), IDS)).toEqual([0, 1_048_576]);
  });

  it.each<[string, string, string]>([
    ["one line too few", `${ONE} blob 1\n`, "something else"],
    ["one line too many", `${ONE} blob 1\n${OTHER} blob 1\n${OTHER} blob 1\n`, "something else"],
    ["another order", `${OTHER} blob 1\n${ONE} blob 1\n`, "something else"],
    ["one object twice", `${ONE} blob 1\n${ONE} blob 1\n`, "something else"],
    ["no end", `${ONE} blob 1\n${OTHER} blob 1`, "something else"],
    ["a tree", `${ONE} blob 1\n${OTHER} tree 1\n`, "something else"],
    ["no size", `${ONE} blob 1\n${OTHER} blob\n`, "something else"],
    ["a negative size", `${ONE} blob 1\n${OTHER} blob -1\n`, "something else"],
    ["a size in another notation", `${ONE} blob 1\n${OTHER} blob 1e1\n`, "something else"],
    ["a size with more behind it", `${ONE} blob 1\n${OTHER} blob 1 1\n`, "something else"],
    ["a missing object", `${ONE} blob 1\n${OTHER} missing\n`, "not on this machine"],
    ["one over 1 MiB", `${ONE} blob 1\n${OTHER} blob 1048577\n`, "larger than 1 MiB"],
  ])("fail with %s", (_, answer, message) => {
    expect(() => parseBlobSizes(Buffer.from(answer), IDS)).toThrow(message);
  });
});

describe("contents", () => {
  it.each<[string, string, string]>([
    ["one too few", `${ONE} blob 1\na\n`, "something else"],
    ["more behind the last", `${ONE} blob 1\na\n${OTHER} blob 2\nbb\n\n`, "something else"],
    ["another order", `${OTHER} blob 2\nbb\n${ONE} blob 1\na\n`, "something else"],
    ["another size", `${ONE} blob 1\na\n${OTHER} blob 3\nbbb\n`, "something else"],
    ["less than announced", `${ONE} blob 1\na\n${OTHER} blob 2\nb\n`, "something else"],
    ["no newline behind one", `${ONE} blob 1\naa${OTHER} blob 2\nbb\n`, "something else"],
    ["a missing object", `${ONE} blob 1\na\n${OTHER} missing\n`, "something else"],
    ["a tree", `${ONE} blob 1\na\n${OTHER} tree 2\nbb\n`, "something else"],
    ["bytes that are no UTF-8", `${ONE} blob 1\n\xff\n${OTHER} blob 2\nbb\n`, "not valid UTF-8"],
    ["misplaced bytes behind some that are no UTF-8", `${ONE} blob 1\n\xff\n${OTHER} blob 2\nbb`, "something else"],
  ])("fail with %s", (_, answer, message) => {
    expect(() => parseBlobs(Buffer.from(answer, "latin1"), IDS, [1, 2])).toThrow(message);
  });

  test.prop([fc.array(fc.string({ maxLength: 20, unit: "binary" }).map((text) => text.toWellFormed()))])(
    "come back as they are, and take exactly the bytes announced",
    (texts) => {
      const ids = texts.map((_, at) => String(at).padStart(40, "0"));
      const sizes = texts.map((text) => Buffer.byteLength(text));
      const answer = Buffer.from(texts.map((text, at) => `${ids[at]} blob ${sizes[at]}\n${text}\n`).join(""));
      expect(framedBytes(ids, sizes)).toBe(answer.length);
      expect(parseBlobs(answer, ids, sizes)).toEqual(texts);
    },
  );
});
