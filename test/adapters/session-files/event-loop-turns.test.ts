import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSessionFiles } from "../../../src/adapters/session-files/session-files.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

test("reading many small files gives the event loop its turns", async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, "small.jsonl");
    writeFileSync(path, '{"type":"session"}\n');
    const source = createSessionFiles();
    const turn = new AbortController();
    setImmediate(() => turn.abort());
    // Far more files than fit between two turns; without turns this ends all the same.
    for (let file = 0; file < 100_000 && !turn.signal.aborted; file++) {
      for await (const batch of source.lines(path, 0)) expect(batch).toHaveLength(1);
    }
    expect(turn.signal.aborted).toBe(true);
  });
});
