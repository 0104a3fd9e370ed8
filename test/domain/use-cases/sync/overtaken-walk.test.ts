import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CALLER } from "../../../reliability/index-content.ts";
import { openOnDisk } from "../../../reliability/open-on-disk.ts";
import { openOnSource } from "../../../reliability/open-on-source.ts";
import { sessionFile, user } from "../../../support/session-file.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

test("a session that another process takes in during the walk is not taken for a deleted one", () =>
  withTemporaryFolder(async (folder) => {
    const sessions = join(folder, "sessions");
    mkdirSync(sessions);
    sessionFile(sessions, { id: "s1", entries: [user("the first")] });
    const index = join(folder, "events.sqlite");
    const other = await openOnDisk({ sessions, index });
    await other.history.sync(CALLER);
    let isOvertaken = false;
    const slow = openOnSource(
      sessions,
      (source) => ({
        ...source,
        async walk(...asked) {
          const walk = await source.walk(...asked);
          if (!isOvertaken) {
            isOvertaken = true;
            sessionFile(sessions, { id: "s2", entries: [user("freshword")] });
            await other.history.sync(CALLER);
          }
          return walk;
        },
      }),
      undefined,
      undefined,
      index,
    );
    await slow.history.sync(CALLER);
    const { totals, coverage } = await slow.history.search({ query: "freshword" }, CALLER);
    expect([totals.events, coverage.state]).toEqual([1, "ready"]);
    await slow.history.close();
    await other.history.close();
  }));
