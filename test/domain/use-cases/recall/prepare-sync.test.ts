import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessionFiles } from "../../../../src/adapters/session-files/session-files.ts";
import { user } from "../../../support/session-file.ts";
import { inPreparedWorld, prepare, worldOf } from "./prepared-world.ts";

describe("a preparation's sync", () => {
  test("takes what is new, and says that it is complete", async () => {
    await inPreparedWorld(async (world) => {
      const path = world.session({ id: "s", entries: [user("first")] });
      const sync = { walkComplete: true, backlogRemaining: 0, complete: true };
      expect(await prepare(world)).toMatchObject({ sync, mode: "prepare-pattern-miner", scope: "repository" });
      appendFileSync(
        path,
        `${JSON.stringify({ type: "message", id: "n", parentId: "e1", timestamp: "2026-01-01T00:01:00.000Z", message: { role: "user", content: "second" } })}\n`,
      );
      const again = await prepare(world);
      expect(again.sessions[0]?.messages.map((message) => message.text)).toEqual(["first", "second"]);
      expect(again.sync).toEqual(sync);
      expect(again).not.toHaveProperty("syncWarning");
    });
  });

  test("is complete beside a session with bad lines and a file that is none", async () => {
    await inPreparedWorld(async (world) => {
      world.session({ id: "s", entries: ["not json\n", user("hello")] });
      writeFileSync(join(world.sessions, "none.jsonl"), "nothing of the kind\n");
      const prepared = await prepare(world);
      expect(prepared.sync).toEqual({ walkComplete: true, backlogRemaining: 0, complete: true });
      expect(prepared).not.toHaveProperty("syncWarning");
      expect(prepared.coverage.state).toBe("partial");
    });
  });

  test("that does not come to every place is an incomplete walk", async () => {
    await inPreparedWorld(async (world) => {
      world.session({ id: "s", entries: [user("hello")] });
      const files = createSessionFiles();
      const source = {
        ...files,
        walk: async (...walk: Parameters<typeof files.walk>) => ({ ...(await files.walk(...walk)), completeRoots: [] }),
      };
      await inPreparedWorld(
        async (other) => {
          expect(await prepare({ ...other, caller: world.caller })).toMatchObject({
            sync: { walkComplete: false, complete: false },
            syncWarning: { kind: "incomplete-walk" },
            sessions: [{ sessionId: "s" }],
          });
        },
        { parts: { source, roots: [world.sessions], workspaces: worldOf(world) } },
      );
    });
  });

  test("that fails is an error of the call, for both scopes", async () => {
    const walk = (): Promise<never> => Promise.reject(new Error("the disk is gone"));
    await inPreparedWorld(
      async (world) => {
        await expect(prepare(world)).rejects.toMatchObject({ code: "IndexUnavailable" });
        await expect(prepare(world, { scope: "all" })).rejects.toMatchObject({ code: "IndexUnavailable" });
      },
      { parts: { source: { ...createSessionFiles(), walk } } },
    );
  });
});

test("a scope that is none is refused before anything is done", async () => {
  await inPreparedWorld(async (world) => {
    world.session({ id: "s", entries: [user("hello")] });
    for (const scope of ["everything", "", undefined, 7]) {
      await expect(prepare(world, { scope: scope as "all" })).rejects.toMatchObject({ code: "InvalidRequest" });
    }
    expect((await world.history.sessions({}, world.caller)).sessions).toEqual([]);
  });
});
