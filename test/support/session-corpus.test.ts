import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sessionCorpus } from "./session-corpus.ts";
import { withTemporaryFolder } from "./with-temporary-folder.ts";

describe("sessionCorpus", () => {
  test("is empty without a folder", () => {
    expect(sessionCorpus("")).toEqual([]);
  });

  test("lists session files at any depth, and nothing else", async () => {
    await withTemporaryFolder((folder) => {
      mkdirSync(join(folder, "deep", "er"), { recursive: true });
      for (const name of ["b.jsonl", "deep/er/a.jsonl", "notes.txt"]) writeFileSync(join(folder, name), "");
      expect(sessionCorpus(folder)).toEqual([join(folder, "b.jsonl"), join(folder, "deep/er/a.jsonl")]);
    });
  });
});
