import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RecallTranscript } from "../../../../src/domain/model/recall.ts";
import { ALPHA, onEachEngine, withCase } from "../../../cases-trees/open-case.ts";
import { assistant, label, sessionFile, type SessionEntry, toolCall, user } from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { openObserved } from "../sync/open-observed.ts";

const cwd = "/ws/alpha";

const place =
  (entries: readonly (SessionEntry | string)[], more: Partial<Parameters<typeof sessionFile>[1]> = {}) =>
  (folder: string) =>
    void sessionFile(folder, { id: "s", cwd, entries, ...more });

/** A conversation of so many user messages `m1`, `m2` …, each with its number as text. */
function numbered(count: number): SessionEntry[] {
  return Array.from({ length: count }, (_, at) => user(`message ${at + 1}`, { id: `m${at + 1}` }));
}

const ids = ({ messages }: RecallTranscript): string[] => messages.map(({ id }) => id);

onEachEngine("recall reads and scrolls", (engine) => {
  test("the first 20 and the last 10 of more than 30, and all of 30", () =>
    withCase({ engine, place: place(numbered(31)) }, async ({ history, change, folder }) => {
      const read = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(ids(read)).toEqual([...numbered(20), ...numbered(31).slice(21)].map((entry) => entry["id"]));
      expect(read).toMatchObject({ totalMessages: 31, omitted: { at: 20, count: 1 }, contentTruncated: false });
      await change(() => place(numbered(30))(folder));
      const whole = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(whole.messages).toHaveLength(30);
      expect(whole).not.toHaveProperty("omitted");
    }));

  test("a window around a message, cut to 1 to 20, with what lies on both sides", () =>
    withCase({ engine, place: place([...numbered(60), label("m60", "end", { id: "l" })]) }, async ({ history }) => {
      const scroll = (aroundMessageId: string, window?: number) =>
        history.recallScroll({ sessionId: "s", aroundMessageId, ...(window !== undefined && { window }) }, ALPHA);
      expect(ids(await scroll("m30"))).toEqual(
        numbered(35)
          .slice(24)
          .map((entry) => entry["id"]),
      );
      expect(await scroll("m30")).toMatchObject({
        mode: "scroll",
        before: 24,
        after: 25,
        totalMessages: 60,
        branchTip: "l",
      });
      expect(ids(await scroll("m2", 3))).toEqual(["m1", "m2", "m3", "m4", "m5"]);
      expect(await scroll("m2", 3)).toMatchObject({ before: 0, after: 55 });
      expect(ids(await scroll("l", 1))).toEqual(["m59", "m60"]);
      expect(ids(await scroll("m30", -7))).toEqual(["m29", "m30", "m31"]);
      expect(ids(await scroll("m30", 1.9))).toHaveLength(3);
      for (const window of [21, 1e9, Number.POSITIVE_INFINITY])
        expect(ids(await scroll("m30", window))).toHaveLength(41);
      for (const window of [Number.NaN, "7" as unknown as number]) {
        await expect(scroll("m30", window)).rejects.toMatchObject({ code: "InvalidRequest" });
      }
    }));

  test("the selected branch; another by its tip or by one of its messages; forks as receipts", () => {
    const entries = [
      user("root", { id: "root" }),
      assistant("left", {}, { id: "left", parentId: "root" }),
      user("left on", { id: "left2", parentId: "left" }),
      assistant("right", {}, { id: "right", parentId: "root" }),
      user("right on", { id: "right2", parentId: "right" }),
    ];
    return withCase({ engine, place: place(entries) }, async ({ history }) => {
      const scroll = (aroundMessageId: string, branchTip?: string) =>
        history.recallScroll({ sessionId: "s", aroundMessageId, ...(branchTip !== undefined && { branchTip }) }, ALPHA);
      const fork = (chosen: string) => ({
        kind: "in-session",
        at: { sessionId: "s", entryId: "root" },
        candidates: ["left", "right"].map((entryId) => ({ sessionId: "s", entryId })),
        chosen: { sessionId: "s", entryId: chosen },
      });
      const selected = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(ids(selected)).toEqual(["root", "right", "right2"]);
      expect(selected).toMatchObject({ branchTip: "right2", forks: [fork("right")] });
      expect(ids(await scroll("root"))).toEqual(["root", "right", "right2"]);
      const other = await scroll("root", "left2");
      expect(ids(other)).toEqual(["root", "left", "left2"]);
      expect(other).toMatchObject({ branchTip: "left2", forks: [fork("left")] });
      expect(ids(await scroll("left"))).toEqual(["root", "left", "left2"]);
      expect(await scroll("left")).toMatchObject({ branchTip: "left2" });
      expect(ids(await scroll("root", "left"))).toEqual(["root", "left"]);
      await expect(scroll("right", "left2")).rejects.toMatchObject({
        code: "InvalidRequest",
        message: expect.stringContaining("does not lie on the branch") as string,
      });
    });
  });

  test("a fork in another session at the message where it left", () => {
    const shared = [user("zero", { id: "zero" }), user("one", { id: "one" }), assistant("two", {}, { id: "two" })];
    const both = (folder: string) => {
      const parentSession = sessionFile(folder, { id: "s", cwd, entries: [...shared, user("three", { id: "three" })] });
      sessionFile(folder, { id: "t", cwd, parentSession, entries: [...shared, user("other", { id: "other" })] });
    };
    return withCase({ engine, place: both }, async ({ history }) => {
      const receipt = (chosen: { sessionId: string; entryId: string }) => ({
        kind: "session-fork",
        at: { sessionId: "s", entryId: "two" },
        candidates: [
          { sessionId: "s", entryId: "three" },
          { sessionId: "t", entryId: "other" },
        ],
        chosen,
      });
      const parent = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(parent.forks).toEqual([receipt({ sessionId: "s", entryId: "three" })]);
      const scrolled = await history.recallScroll({ sessionId: "t", aroundMessageId: "other", window: 1 }, ALPHA);
      expect(ids(scrolled)).toEqual(["two", "other"]);
      expect(scrolled.forks).toEqual([receipt({ sessionId: "t", entryId: "other" })]);
      const before = await history.recallScroll({ sessionId: "t", aroundMessageId: "zero", window: 1 }, ALPHA);
      expect(before).toMatchObject({ messages: [{ id: "zero" }, { id: "one" }], forks: [] });
    });
  });

  test("by the path of the session's file too, and nothing else by a path", () =>
    withCase({ engine, place: place(numbered(2)) }, async ({ history, folder }) => {
      const path = join(folder, "s.jsonl");
      expect(ids(await history.recallRead({ sessionId: path }, ALPHA))).toEqual(["m1", "m2"]);
      expect(ids(await history.recallScroll({ sessionId: path, aroundMessageId: "m2" }, ALPHA))).toEqual(["m1", "m2"]);
      for (const other of [folder, join(folder, "t.jsonl"), "/etc/passwd", "s.jsonl", "./s.jsonl", `${path} `]) {
        await expect(history.recallRead({ sessionId: other }, ALPHA), other).rejects.toMatchObject({
          code: "NotFound",
        });
      }
    }));

  test("a session without messages, and the caller's own at its live leaf up to the invoking call", () => {
    const entries = [
      user("one", { id: "one" }),
      assistant("two", {}, { id: "two" }),
      user("aside", { id: "aside", parentId: "one" }),
      user("on", { id: "on", parentId: "aside" }),
      assistant([toolCall("c", "session_search", {})], {}, { id: "call", parentId: "two" }),
      user("later", { id: "later" }),
      user("later beside", { parentId: "one" }),
      user("later below", { parentId: "aside" }),
    ];
    const both = (folder: string) => {
      place(entries)(folder);
      sessionFile(folder, { id: "empty", cwd });
    };
    return withCase({ engine, place: both }, async ({ history }) => {
      const nothing = await history.recallRead({ sessionId: "empty" }, ALPHA);
      expect(nothing).toMatchObject({ messages: [], totalMessages: 0, branchTip: "", forks: [] });
      const calling = { ...ALPHA, session: { sessionId: "s", leafId: "call", invokedBy: "call" } };
      expect(ids(await history.recallRead({ sessionId: "current" }, calling))).toEqual(["one", "two"]);
      expect(await history.recallRead({ sessionId: "s" }, calling)).toMatchObject({ branchTip: "two" });
      const atAside = { ...ALPHA, session: { sessionId: "s", leafId: "aside" } };
      expect(ids(await history.recallRead({ sessionId: "s" }, atAside))).toEqual(["one", "aside"]);
      const atStart = { ...ALPHA, session: { sessionId: "s", leafId: null } };
      expect(ids(await history.recallRead({ sessionId: "s" }, atStart))).toEqual([]);
      // What came after the call neither counts as a branch nor leads away from what was there before.
      expect((await history.recallRead({ sessionId: "s" }, calling)).forks).toMatchObject([
        { at: { entryId: "one" }, candidates: [{ entryId: "two" }, { entryId: "aside" }] },
      ]);
      const beside = await history.recallScroll({ sessionId: "s", aroundMessageId: "aside" }, calling);
      expect(ids(beside)).toEqual(["one", "aside", "on"]);
      for (const aroundMessageId of ["call", "later"]) {
        await expect(history.recallScroll({ sessionId: "s", aroundMessageId }, calling)).rejects.toMatchObject({
          code: "NotFound",
        });
      }
    });
  });

  test("messages that the file no longer holds are left out, and coverage says so; a file that is gone is an error", () =>
    withTemporaryFolder(async (folder) => {
      const path = sessionFile(folder, { id: "s", cwd, entries: numbered(40) });
      const { history } = openObserved(folder, {}, { engine });
      await history.sync(ALPHA);
      writeFileSync(path, readFileSync(path, "utf8").replace('message 7"', 'massage 7"'));
      const read = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(ids(read).slice(0, 8)).toEqual(["m1", "m2", "m3", "m4", "m5", "m6", "m8", "m9"]);
      expect(read).toMatchObject({
        totalMessages: 40,
        omitted: { at: 19, count: 10 },
        coverage: { state: "catching-up" },
      });
      rmSync(path);
      await expect(history.recallRead({ sessionId: "s" }, ALPHA)).rejects.toMatchObject({ code: "SourceChanged" });
      await history.close();
    }));

  test("30 records of a session of 3,000 messages, however long it is", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "s", cwd, entries: numbered(3_000) });
      let records = 0;
      const { history } = openObserved(folder, { onRecord: () => records++ }, { engine });
      await history.sync(ALPHA);
      records = 0;
      const read = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(read).toMatchObject({ totalMessages: 3_000, omitted: { at: 20, count: 2_970 } });
      expect(records).toBe(30);
      records = 0;
      await history.recallScroll({ sessionId: "s", aroundMessageId: "m1500" }, ALPHA);
      expect(records).toBe(11);
      await history.close();
    }));
});
