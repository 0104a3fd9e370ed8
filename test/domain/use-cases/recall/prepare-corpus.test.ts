import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessionFiles } from "../../../../src/adapters/session-files/session-files.ts";
import type { RecallPreparation } from "../../../../src/domain/model/recall.ts";
import { DEFAULT_SETTINGS } from "../../../../src/domain/model/settings.ts";
import { assistant, bash, compaction, text, toolCall, toolResult, user } from "../../../support/session-file.ts";
import { inPreparedWorld, prepare, type PreparedWorld, worldOf } from "./prepared-world.ts";

const idsOf = ({ sessions }: RecallPreparation): string[] => sessions.map(({ sessionId }) => sessionId);

/** The n-th minute of a day. */
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

describe("the sessions of a preparation", () => {
  test("are the most recent ones, the latest first, as many as asked for from 1 to 10", async () => {
    await inPreparedWorld(async (world) => {
      for (let minute = 0; minute < 12; minute++) {
        world.session({ id: `s${minute}`, timestamp: at(minute), entries: [user(`request ${minute}`)] });
      }
      const ten = ["s11", "s10", "s9", "s8", "s7", "s6", "s5", "s4", "s3", "s2"];
      expect(idsOf(await prepare(world))).toEqual(ten);
      for (const [limit, count] of [
        [3, 3],
        [1, 1],
        [0, 1],
        [-5, 1],
        [2.9, 2],
        [10, 10],
        [99, 10],
      ] as const) {
        expect(idsOf(await prepare(world, { limit }))).toEqual(ten.slice(0, count));
      }
      await expect(prepare(world, { limit: Number.NaN })).rejects.toMatchObject({ code: "InvalidRequest" });
    });
  });

  test("of the repository ran at its top or below, links resolved, and are chosen before the limit", async () => {
    await inPreparedWorld(async (world) => {
      symlinkSync(world.repo, join(world.plain, "link"));
      const entries = [user("hello")];
      world.session({ id: "top", timestamp: at(1), entries });
      world.session({ id: "below", cwd: "/world/repo/packages/shop", timestamp: at(2), entries });
      world.session({ id: "linked", cwd: "/world/plain/link/src", timestamp: at(3), entries });
      world.session({ id: "beside", cwd: "/world/plain", timestamp: at(4), entries });
      world.session({ id: "sibling", cwd: "/world/repo-2", timestamp: at(5), entries });
      expect(idsOf(await prepare(world, { limit: 3 }))).toEqual(["linked", "below", "top"]);
      expect(idsOf(await prepare(world, { scope: "all" }))).toEqual(["beside", "linked", "below", "top"]);
      const below = { ...world, caller: { ...world.caller, cwd: join(world.repo, "src") } };
      mkdirSync(join(world.repo, "src"));
      expect(idsOf(await prepare(below, { limit: 3 }))).toEqual(["linked", "below", "top"]);
    });
  });

  test("are those that the caller may see, unless a person's configuration opens the rest", async () => {
    const write = ({ session }: PreparedWorld): void => {
      session({ id: "mine", entries: [user("mine")] });
      session({ id: "foreign", cwd: "/world/elsewhere", entries: [user("foreign")] });
    };
    await inPreparedWorld(async (world) => {
      write(world);
      expect(idsOf(await prepare(world, { scope: "all" }))).toEqual(["mine"]);
    });
    const settings = { ...DEFAULT_SETTINGS, recallScope: "all" as const };
    await inPreparedWorld(
      async (world) => {
        write(world);
        expect(idsOf(await prepare(world, { scope: "all" })).toSorted()).toEqual(["foreign", "mine"]);
        expect(idsOf(await prepare(world))).toEqual(["mine"]);
      },
      { parts: { settings } },
    );
  });

  test("leave the caller's own out, and such of temporary folders", async () => {
    await inPreparedWorld(async (world) => {
      const entries = [user("hello")];
      world.session({ id: "own", timestamp: at(9), entries });
      world.session({ id: "other", timestamp: at(1), entries });
      world.session({ id: "encoded", name: "--tmp-x--/encoded.jsonl", timestamp: at(8), entries });
      world.session({ id: "private", name: "--private-tmp-x--/private.jsonl", timestamp: at(7), entries });
      world.session({ id: "ran-there", cwd: "/tmp/x", timestamp: at(6), entries });
      const caller = { ...world.caller, everything: true, session: { sessionId: "own" } };
      for (const scope of ["repository", "all"] as const) {
        expect(idsOf(await prepare({ ...world, caller }, { scope }))).toEqual(["other"]);
      }
    });
  });

  test("are one per lineage, whatever its length: the latest, cited by the first", async () => {
    await inPreparedWorld(async (world) => {
      const shared = user("where it began", { id: "u1" });
      // The clock of the machine that it began on was ahead.
      let parent = world.session({ id: "root", timestamp: at(15), entries: [shared] });
      for (const [generation, name] of ["child", "grandchild", "great-grandchild"].entries()) {
        parent = world.session({
          id: name,
          timestamp: at(10 + 10 * generation),
          parentSession: parent,
          entries: [shared, user(`said in ${name}`)],
        });
      }
      world.session({ id: "alone", timestamp: at(1), entries: [user("hello")] });
      const { sessions } = await prepare(world);
      const latest = sessions.find(({ sessionId }) => sessionId !== "alone");
      expect(sessions).toHaveLength(2);
      expect(latest).toMatchObject({ sessionId: "great-grandchild", lineage: "root", lineageSessions: 4 });
      expect(sessions.find(({ sessionId }) => sessionId === "alone")).toMatchObject({
        lineage: "alone",
        lineageSessions: 1,
      });
    });
  });

  test("are one source where they name one parent that nobody can show, and nothing tells its path", async () => {
    await inPreparedWorld(async (world) => {
      const parentSession = join(world.sessions, "secret-parent.jsonl");
      for (const [minute, id] of ["older", "newer"].entries()) {
        world.session({ id, timestamp: at(minute), parentSession, entries: [user(id)] });
      }
      const prepared = await prepare(world);
      expect(prepared.sessions).toMatchObject([{ sessionId: "newer", lineage: "older", lineageSessions: 2 }]);
      expect(JSON.stringify(prepared)).not.toContain("secret-parent");
    });
  });

  test("in which nobody said anything give their place to others", async () => {
    await inPreparedWorld(async (world) => {
      const root = world.session({ id: "root", timestamp: at(0), entries: [user("hello")] });
      world.session({ id: "empty", timestamp: at(5), entries: [] });
      world.session({ id: "silent", timestamp: at(6), entries: [user(" \n"), assistant([toolCall("c", "ls", {})])] });
      world.session({ id: "empty-fork", timestamp: at(7), parentSession: root, entries: [] });
      expect(idsOf(await prepare(world, { limit: 1 }))).toEqual(["root"]);
      expect(idsOf(await prepare(world))).toEqual(["root"]);
    });
  });
});

describe("the messages of a preparation", () => {
  test("are what user and assistant said on the selected branch, and nothing else", async () => {
    await inPreparedWorld(async (world) => {
      const image = { type: "image", mimeType: "image/png", data: "aW1hZ2U=" };
      world.session({
        id: "s",
        entries: [
          user([text("please"), text(""), text("deploy"), image], { id: "u1" }),
          assistant(
            [{ type: "thinking", thinking: "secretly" }, text("on it"), toolCall("c", "bash", { command: "ship it" })],
            {},
            { id: "a1" },
          ),
          toolResult("c", "bash", "shipped output", {}, { id: "r1" }),
          bash("ls", "listing", {}, { id: "b1" }),
          compaction("a summary", "a1", { id: "k1" }),
          user("abandoned", { id: "x1" }),
          user("thanks", { id: "u2", parentId: "k1" }),
          assistant([toolCall("d", "bash", { command: "silent" })], {}, { id: "a2" }),
          assistant(" \n ", {}, { id: "a3" }),
        ],
      });
      const prepared = await prepare(world);
      expect(prepared.sessions[0]?.messages).toEqual([
        { id: "u1", role: "user", timestamp: "2026-01-01T00:00:01.000Z", text: "please\ndeploy" },
        { id: "a1", role: "assistant", timestamp: "2026-01-01T00:00:02.000Z", text: "on it" },
        { id: "u2", role: "user", timestamp: "2026-01-01T00:00:07.000Z", text: "thanks" },
      ]);
      for (const secret of ["secretly", "ship it", "shipped output", "listing", "a summary", "abandoned", "aW1hZ2U="]) {
        expect(JSON.stringify(prepared)).not.toContain(secret);
      }
    });
  });

  test("are the first 20 and the last 10, and that is said only where something is missing", async () => {
    await inPreparedWorld(async (world) => {
      const say = (count: number) => Array.from({ length: count }, (_, place) => user(`m${place}`));
      const silent = assistant([toolCall("c", "ls", {})]);
      world.session({
        id: "all",
        timestamp: at(60),
        entries: [...say(15), silent, silent, ...say(15)].map((entry, place) => ({ ...entry, id: `e${place}` })),
      });
      world.session({ id: "more", timestamp: at(40), entries: say(31) });
      world.session({ id: "many", timestamp: at(1), entries: say(500) });
      const { sessions, contentTruncated } = await prepare(world);
      expect(sessions.map(({ messages }) => messages.length)).toEqual([30, 30, 30]);
      expect(sessions.map(({ truncated }) => truncated)).toEqual([false, true, true]);
      expect(sessions.map((session) => session.contentTruncated)).toEqual([false, false, false]);
      expect(contentTruncated).toBe(false);
      expect(sessions[2]?.messages.map((message) => message.text)).toEqual([
        ...Array.from({ length: 20 }, (_, place) => `m${place}`),
        ...Array.from({ length: 10 }, (_, place) => `m${490 + place}`),
      ]);
    });
  });

  test("stay within 50,000 characters, everything else included", async () => {
    await inPreparedWorld(async (world) => {
      for (let session = 0; session < 10; session++) {
        const entries = Array.from({ length: 40 }, (_, place) => user(`${place} "quoted" \\ 数据😀\n`.repeat(200)));
        world.session({ id: `s${session}`, timestamp: at(session), entries });
      }
      const prepared = await prepare(world);
      const characters = JSON.stringify(prepared).length;
      expect(characters).toBeLessThanOrEqual(50_000);
      expect(characters).toBeGreaterThan(49_000);
      expect(prepared.sessions).toHaveLength(10);
      expect(prepared.contentTruncated).toBe(true);
      expect(prepared.sessions.every(({ contentTruncated, truncated }) => contentTruncated && truncated)).toBe(true);
    });
  });

  test("that the file does not hold any more are missing, and the session stays cited", async () => {
    await inPreparedWorld(async (world) => {
      const path = world.session({ id: "gone", timestamp: at(2), entries: [user("what was")] });
      const changed = world.session({ id: "changed", timestamp: at(1), entries: [user("first"), user("second")] });
      const files = createSessionFiles();
      // After the sync of the preparation: what it then reads of the files is no longer there.
      const source = {
        ...files,
        record: async (file: string, offset: number, length: number) => {
          const record = await files.record(file, offset, length);
          return file === path || record?.includes("second") ? undefined : record;
        },
      };
      await inPreparedWorld(
        async (other) => {
          const prepared = await prepare({ ...other, caller: world.caller });
          expect(prepared.sessions).toMatchObject([
            { sessionId: "gone", lineage: "gone", lineageSessions: 1, messages: [], unreadable: true, path },
            { sessionId: "changed", messages: [{ text: "first" }], path: changed },
          ]);
          expect(prepared.sessions[1]).not.toHaveProperty("unreadable");
          expect(prepared.coverage.state).toBe("catching-up");
        },
        { parts: { source, roots: [world.sessions], workspaces: worldOf(world) } },
      );
    });
  });
});
