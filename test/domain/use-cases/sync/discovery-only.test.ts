import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHistory } from "../../../../src/container.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

const cwd = "/home/ada/shop";

function writeSession(folder: string, sessionId: string, text: string): void {
  const timestamp = "2026-03-10T09:12:04.310Z";
  const message = {
    type: "message",
    id: "0a0a0a0a",
    parentId: null,
    timestamp,
    message: { role: "user", content: text },
  };
  const lines = [{ type: "session", version: 3, id: sessionId, timestamp, cwd }, message];
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

test("the discovery index alone follows the event index, and looks at no file again", async () => {
  await withTemporaryFolder(async (folder) => {
    const { history } = await openHistory({
      engine: "fts5",
      index: "memory",
      sessions: [folder],
      env: { PI_CODING_AGENT_DIR: join(folder, "agent") },
      log: false,
    });
    const caller = { cwd, workspaces: [cwd] };
    try {
      writeSession(folder, "first", "a quagga came");
      await history.sync(caller);
      const before = await history.recallDiscover({ query: "quagga" }, caller);
      expect([before.totals.sessions, before.pendingSessions]).toEqual([0, 1]);
      writeSession(folder, "second", "another quagga came");
      const coverage = await history.sync(caller, { discovery: "only" });
      expect(coverage).toMatchObject({ state: "ready", sessions: { known: 1 } });
      const after = await history.recallDiscover({ query: "quagga" }, caller);
      expect([after.sessions.map(({ sessionId }) => sessionId), after.pendingSessions]).toEqual([["first"], 0]);
      await history.sync(caller, { discovery: true });
      expect((await history.recallDiscover({ query: "quagga" }, caller)).totals.sessions).toBe(2);
    } finally {
      await history.close();
    }
  });
});
