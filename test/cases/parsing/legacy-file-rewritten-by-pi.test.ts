import { appendFileSync, cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { compaction, message, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const input = join(dirname(fileURLToPath(import.meta.url)), "../inputs/version-1-migrated");

/** As version 1 wrote: no version, no ids, no parents. */
const withoutIds = (text: string) => text.replaceAll(/"(?:id":"e\d+|parentId":(?:null|"e\d+))"?,/g, "");

describe.each(engines)("an old file keeps stable ids until Pi rewrites it (%s)", (engine) => {
  test("B11: a version 1 file, then the same content as version 3 with ids", () =>
    openCase(
      engine,
      "version-1-migrated",
      async ({ coverage, found, search, read, trace, history, caller, change, folder }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        for (let sync = 0; sync < 2; sync++) {
          expect(await found("legacyfact")).toEqual(["b11/@1"]);
          expect(await found('"old sum"')).toEqual(["b11/@2"]);
          expect((await trace("b11", "@2")).related).toMatchObject([
            { relation: "compaction-first-kept", evidence: "recorded", node: { entryId: "@1" } },
            { relation: "compaction-boundary", evidence: "recorded", node: { entryId: "@1" } },
          ]);
          expect((await read("b11", "@2", { before: 1 })).before[0]?.event).toMatchObject({ selectionState: "direct" });
          await history.sync(caller);
        }
        await change(() => cpSync(join(input, "stage2/s1.jsonl"), join(folder, "stage1/s1.jsonl")));
        for (const entryId of ["@1", "@2"]) {
          await expect(read("b11", entryId)).rejects.toThrow("Not found in this workspace.");
          await expect(trace("b11", entryId)).rejects.toThrow("Not found in this workspace.");
        }
        expect((await search("legacyfact")).totals).toEqual({ events: 1, fragments: 1 });
        expect(await found("legacyfact")).toEqual(["b11/11111111"]);
        expect(await found('"old sum"')).toEqual(["b11/22222222"]);
        expect((await read("b11", "22222222", { before: 1 })).before).toHaveLength(1);
      },
      { roots: ["stage1"] },
    ));

  const old = withoutIds(
    alphaSession(
      [
        user("alpha fact"),
        "{torn\n",
        message({ role: "hookMessage", content: "hook fact", customType: "hook" }),
        { ...compaction("summed up", ""), firstKeptEntryId: undefined, firstKeptEntryIndex: 2 },
        user("omega fact"),
      ],
      { version: null },
    ),
  );

  test("the real Pi opens a version 1 file: its new ids work, the old ones are gone, nothing is doubled", () =>
    openCase(engine, { "s1.jsonl": old }, async ({ found, search, read, trace, change, folder }) => {
      const path = join(folder, "s1.jsonl");
      expect((await found("fact")).toSorted()).toEqual(["s1/@1", "s1/@3", "s1/@5"]);
      // The index counts parsed lines, the header being 0: the torn line does not count.
      expect((await trace("s1", "@4")).related).toMatchObject([
        { relation: "compaction-first-kept", node: { entryId: "@3" } },
        { relation: "compaction-boundary", node: { entryId: "@3" } },
      ]);
      const [, , , , ...last] = old.split("\n").slice(1);
      await change(() => appendFileSync(path, last.join("\n").replace("omega", "appended")));
      expect((await found("fact")).toSorted()).toEqual(["s1/@1", "s1/@3", "s1/@5", "s1/@6"]);

      await change(() => void SessionManager.open(path));
      const entries = SessionManager.open(path).getEntries();
      expect((await search("fact")).totals).toEqual({ events: 4, fragments: 4 });
      expect(await found("omega")).toEqual([`s1/${entries[3]?.id}`]);
      expect(await found("hook")).toEqual([`s1/${entries[1]?.id}`]);
      await expect(read("s1", "@1")).rejects.toThrow("Not found in this workspace.");
      expect((await trace("s1", entries[2]?.id ?? "")).related).toMatchObject([
        { relation: "compaction-first-kept", node: { entryId: entries[1]?.id } },
        { relation: "compaction-boundary", node: { entryId: entries[1]?.id } },
      ]);
    }));

  test("a hit of the old file, read before the next sync, is confirmed by nothing", () =>
    openCase(engine, { "s1.jsonl": old }, async ({ found, read, change, folder, history, caller }) => {
      const path = join(folder, "s1.jsonl");
      const seen: unknown[] = [];
      await change(() => {
        SessionManager.open(path);
        seen.push(read("s1", "@1").catch((error: Error) => error.message));
      });
      expect(await seen[0]).toMatch(/no longer holds this event|Not found in this workspace/);
      await history.sync(caller);
      await expect(read("s1", "@1")).rejects.toThrow("Not found in this workspace.");
      expect(await found("omega")).toHaveLength(1);
    }));

  test("a version 2 file keeps its own ids when Pi rewrites it", () =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([user("alpha fact"), message({ role: "hookMessage", content: "hook fact" })], {
          version: 2,
        }),
      },
      async ({ found, read, change, folder }) => {
        expect(await found("hook", { roles: ["custom"] })).toEqual(["s1/e2"]);
        await change(() => void SessionManager.open(join(folder, "s1.jsonl")));
        expect(await found("hook", { roles: ["custom"] })).toEqual(["s1/e2"]);
        expect(await found("fact")).toHaveLength(2);
        expect((await read("s1", "e2", { before: 1 })).before).toHaveLength(1);
      },
    ));

  test("a version 3 header over entries without ids (Pi's fork of an old file) gets ids by place", () =>
    openCase(
      engine,
      { "s1.jsonl": withoutIds(alphaSession([user("one fact"), user("two fact")])) },
      async ({ found, read, change, folder }) => {
        expect((await found("fact")).toSorted()).toEqual(["s1/@1", "s1/@2"]);
        const [, , line = ""] = withoutIds(alphaSession([user("x"), user("three fact")])).split("\n");
        await change(() => appendFileSync(join(folder, "s1.jsonl"), `${line}\n`));
        expect((await found("fact")).toSorted()).toEqual(["s1/@1", "s1/@2", "s1/@3"]);
        expect((await read("s1", "@2", { order: "append", before: 5, after: 5 })).after[0]?.event.entryId).toBe("@3");
      },
    ));
});
