import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { CALLER, contentOf } from "../../../reliability/index-content.ts";
import { openOnDisk } from "../../../reliability/open-on-disk.ts";
import { openOnSource } from "../../../reliability/open-on-source.ts";
import {
  assistant,
  type SessionEntry,
  sessionFile,
  toolCall,
  toolResult,
  user,
} from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

const LONG = process.env["LONG"] !== undefined;

const anyNode = fc.record({
  id: fc.option(fc.nat(5), { nil: undefined, freq: 6 }),
  parent: fc.oneof({ weight: 6, arbitrary: fc.constant("before" as const) }, fc.nat(30), fc.constant(null)),
  what: fc.constantFrom("user", "own-call", "call", "result", "result", "compaction", "summary", "omission", "name"),
  callId: fc.constantFrom("c", "d"),
  to: fc.nat(30),
});

/** A session in which anything may hang below anything, ids come again, and two call ids serve all calls. */
const anyEntries = fc.array(anyNode, { minLength: 1, maxLength: 30 }).map((nodes) =>
  nodes.map(({ id, parent, what, callId, to }, at): SessionEntry => {
    const above = parent === "before" ? at - 1 : parent;
    const place = { id: `e${id ?? at}`, parentId: above === null || above < 0 ? null : `e${above}` };
    switch (what) {
      case "user":
        return user(`word${at}`, place);
      case "own-call":
        return assistant([toolCall(callId, "bash", { command: "pi-event-recall search retry" })], {}, place);
      case "call":
        return assistant([toolCall(callId, "read", { path: "src/retry.ts" })], {}, place);
      case "result":
        return toolResult(callId, "bash", `output${at}`, {}, place);
      case "compaction":
        return { type: "compaction", summary: `sum${at}`, firstKeptEntryId: `e${to}`, tokensBefore: 1, ...place };
      case "summary":
        return { type: "branch_summary", summary: `branch${at}`, fromId: `e${to}`, ...place };
      case "omission":
        return { type: "context_edit", targetId: `e${to}`, mode: "omit", ...place };
      default:
        return { type: "session_info", name: `name${at}`, ...place };
    }
  }),
);

async function built(sessions: string, stagedBytes: number): Promise<unknown> {
  const opened = await openOnDisk({ sessions, stagedBytes });
  try {
    await opened.history.sync(CALLER);
    return await contentOf(opened, ["search", "output1", "word0"]);
  } finally {
    await opened.history.close();
  }
}

describe("a session that is rebuilt beside its rows", () => {
  test.prop([anyEntries, fc.constantFrom(3, 1)], { numRuns: LONG ? 2_000 : 150 })(
    "holds what one that is indexed in memory holds",
    (entries, version) =>
      withTemporaryFolder(async (folder) => {
        sessionFile(folder, { id: "one", version, entries });
        expect(await built(folder, 1)).toEqual(await built(folder, 16 * 1024 * 1024));
      }),
  );

  it("takes the output of our own command line by the call on its path, wherever the id was used before or later", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, {
        id: "one",
        entries: [
          assistant([toolCall("c", "bash", { command: "pi-event-recall search retry" })], {}, { id: "own" }),
          toolResult("c", "bash", "gorgeword one", {}, { id: "suppressed", parentId: "own" }),
          assistant([toolCall("c", "bash", { command: "ls" })], {}, { id: "other", parentId: null }),
          toolResult("c", "bash", "gorgeword two", {}, { id: "kept", parentId: "other" }),
          toolResult("d", "bash", "gorgeword three", {}, { id: "early", parentId: "late" }),
          assistant([toolCall("d", "bash", { command: "pi-event-recall status" })], {}, { id: "late", parentId: null }),
        ],
      });
      const opened = await openOnDisk({ sessions: folder, stagedBytes: 1 });
      await opened.history.sync(CALLER);
      const { hits } = await opened.history.search({ query: "gorgeword" }, CALLER);
      expect(hits.map((hit) => hit.entryId)).toEqual(["kept"]);
      await opened.history.close();
    }));

  it("keeps the last of a repeated id, and its edges alone, over several commits", () =>
    withTemporaryFolder(async (folder) => {
      const many = Array.from({ length: 4_500 }, (_, at) => user(`filler ${at}`));
      const first = assistant([toolCall("c", "read", { path: "src/gone.ts" })], {}, { id: "again" });
      sessionFile(folder, { id: "one", entries: [first, ...many, user("ravineword", { id: "again" })] });
      expect(await built(folder, 1)).toEqual(await built(folder, 16 * 1024 * 1024));
    }));

  it.each([
    ["its beginning", (text: string) => text.replace("/home/ada/payments", "/home/ada/paymentz")],
    ["its end", (text: string) => `${text.slice(0, -12)}X${text.slice(-11)}`],
    ["its length", (text: string) => text.slice(0, text.length / 2)],
  ])("is not taken when %s changed while it was read, and is by the next sync", (_, change) =>
    withTemporaryFolder(async (folder) => {
      const entries = Array.from({ length: 50 }, (_entry, at) => user(`word${at} canyonword`));
      const path = sessionFile(folder, { id: "one", entries });
      let isRewritten = false;
      const opened = openOnSource(
        folder,
        (source) => ({
          ...source,
          async *lines(...asked) {
            yield* source.lines(...asked);
            if (!isRewritten) writeFileSync(path, change(readFileSync(path, "utf8")));
            isRewritten = true;
          },
        }),
        1,
      );
      const before = await opened.history.sync(CALLER);
      expect(before.state).toBe("catching-up");
      expect((await opened.history.search({ query: "canyonword" }, CALLER)).totals.events).toBe(0);
      expect((await opened.history.sync(CALLER)).state).not.toBe("catching-up");
      expect(await contentOf(opened, ["canyonword"])).toEqual(await contentOfWhole(folder));
      await opened.history.close();
    }),
  );

  it("is taken when it only grew meanwhile, and the rest follows", () =>
    withTemporaryFolder(async (folder) => {
      const path = sessionFile(folder, { id: "one", entries: [user("canyonword")] });
      let hasGrown = false;
      const opened = openOnSource(
        folder,
        (source) => ({
          ...source,
          async *lines(...asked) {
            yield* source.lines(...asked);
            if (!hasGrown)
              appendFileSync(path, `${JSON.stringify({ ...user("laterword"), id: "e2", parentId: "e1" })}\n`);
            hasGrown = true;
          },
        }),
        1,
      );
      await opened.history.sync(CALLER);
      expect((await opened.history.search({ query: "canyonword" }, CALLER)).totals.events).toBe(1);
      await opened.history.sync(CALLER);
      expect((await opened.history.search({ query: "laterword" }, CALLER)).totals.events).toBe(1);
      await opened.history.close();
    }));
});

async function contentOfWhole(folder: string): Promise<unknown> {
  const opened = await openOnDisk({ sessions: folder });
  try {
    await opened.history.sync(CALLER);
    return await contentOf(opened, ["canyonword"]);
  } finally {
    await opened.history.close();
  }
}
