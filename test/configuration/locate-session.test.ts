import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Caller, History, SessionOpenRequest } from "../../src/domain/use-cases/history.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { onMachine } from "./configured-history.ts";

const caller: Caller = { cwd: "/work/a", workspaces: ["/work/a"] };

async function expectNotFound(history: History, request: SessionOpenRequest, asking = caller): Promise<void> {
  await expect(history.open(request, asking)).rejects.toMatchObject({
    code: "NotFound",
    message: "Not found in this workspace.",
  });
}

test("a session is located as it may be read: by whom, and up to which entry", async () => {
  await onMachine(async (machine) => {
    const own = sessionFile(machine.sessions, {
      id: "own",
      cwd: "/work/a/src",
      entries: [user("where   we\nbegan"), user("the call"), user("afterwards")],
    });
    sessionFile(machine.sessions, { id: "foreign", cwd: "/work/b", entries: [user("secret")] });
    await machine.use(async (history) => {
      await history.sync(caller);
      const location = { sessionId: "own", path: own, cwd: "/work/a/src" };
      expect(await history.open({ sessionId: "own" }, caller)).toEqual(location);
      expect(await history.open({ sessionId: "own", entryId: "e1" }, caller)).toEqual({
        ...location,
        entry: {
          entryId: "e1",
          entryType: "message",
          timestamp: "2026-01-01T00:00:01.000Z",
          preview: "where we began",
        },
      });
      await expectNotFound(history, { sessionId: "foreign" });
      await expectNotFound(history, { sessionId: "foreign", entryId: "e1" });
      await expectNotFound(history, { sessionId: "unknown" });
      await expectNotFound(history, { sessionId: "own", entryId: "e9" });
      await expectNotFound(history, { sessionId: "current" });
      const inCall: Caller = { ...caller, session: { sessionId: "own", leafId: "e2", invokedBy: "e2" } };
      expect(await history.open({ sessionId: "current", entryId: "e1" }, inCall)).toMatchObject(location);
      await expectNotFound(history, { sessionId: "current", entryId: "e3" }, inCall);
      for (const request of [{ sessionId: "" }, { sessionId: "own", entryId: "" }]) {
        await expect(history.open(request, caller)).rejects.toMatchObject({ code: "InvalidRequest" });
      }
      rmSync(join(machine.sessions, "own.jsonl"));
      expect((await history.open({ sessionId: "own", entryId: "e1" }, caller)).entry).toMatchObject({ preview: "" });
      await history.sync(caller);
      await expectNotFound(history, { sessionId: "own" });
    });
  });
});
