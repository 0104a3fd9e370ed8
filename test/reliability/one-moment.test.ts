import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoredSource } from "../../src/ports/source-record.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER } from "./index-content.ts";
import type { OpenedIndex } from "./open-on-disk.ts";
import { openOnSource } from "./open-on-source.ts";

/** What another process commits after a search has chosen its files and before it matches. */
const COMMITS: Readonly<Record<string, (opened: OpenedIndex, source: StoredSource) => Promise<void>>> = {
  "takes a file out": ({ store }, { path }) => store.commit({ removed: [path] }),
  "puts a new generation of a file in place and sweeps the old one": async ({ store }, { key: _key, ...source }) => {
    const change = { source, generation: "new", replace: true, append: [], states: [], relations: [] };
    await store.commit({ sources: [change], promoted: [{ path: source.path, generation: "new" }] });
    await store.sweep(100);
  },
};

describe.each(Object.keys(COMMITS))("a search in whose middle another process %s", (name) => {
  it("does not call itself complete", () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      mkdirSync(sessions);
      sessionFile(sessions, { id: "s", entries: [user("needle")] });
      sessionFile(sessions, { id: "t", entries: [user("needle")] });
      let isArmed = false;
      const opened = openOnSource(
        sessions,
        (source) => source,
        undefined,
        async () => {
          if (!isArmed) return;
          isArmed = false;
          const [source] = await opened.store.sources();
          if (source) await COMMITS[name]?.(opened, source);
        },
      );
      await opened.history.sync(CALLER);
      expect(await opened.history.search({ query: "needle" }, CALLER)).toMatchObject({
        totals: { events: 2 },
        coverage: { state: "ready" },
      });
      isArmed = true;
      expect(await opened.history.search({ query: "needle" }, CALLER)).toMatchObject({
        totals: { events: 1 },
        coverage: { state: "catching-up" },
      });
      await opened.history.close();
    }));
});
