import { describe, expect, it } from "vitest";
import type { CallOptions, Caller, History } from "../../../src/domain/use-cases/history.ts";
import { sessionFile, user } from "../../support/session-file.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";
import { openObserved } from "./sync/open-observed.ts";

const EVERYONE: Caller = { cwd: "/", everything: true };

/** Every question that reads. */
const QUESTIONS: Readonly<
  Record<string, (history: History, options: CallOptions, sessionId?: string) => Promise<unknown>>
> = {
  search: (history, options, sessionId = "s") => history.search({ query: "needle", sessionId }, EVERYONE, options),
  read: (history, options, sessionId = "s") =>
    history.read({ sessionId, entryId: "e3", before: 2, after: 2 }, EVERYONE, options),
  trace: (history, options, sessionId = "s") =>
    history.trace({ sessionId, entryId: "e3", depth: 2 }, EVERYONE, options),
  lineage: (history, options, sessionId = "s") => history.lineage({ sessionId }, EVERYONE, options),
  sessions: (history, options) => history.sessions({}, EVERYONE, options),
  status: (history, options) => history.status(EVERYONE, options),
};

async function withHistory(act: (history: History, onRecord: (tell: () => void) => void) => Promise<void>) {
  await withTemporaryFolder(async (folder) => {
    sessionFile(folder, { id: "s", entries: Array.from({ length: 5 }, () => user("needle")) });
    let tell = (): void => {};
    const { history } = openObserved(folder, { onRecord: () => tell() });
    await history.sync(EVERYONE);
    await act(history, (next) => (tell = next));
  });
}

describe.each(Object.entries(QUESTIONS))("a cancelled %s", (_name, ask) => {
  it("is not begun", () =>
    withHistory(async (history) => {
      // Whoever began would find that there is no such session.
      const asked = ask(history, { signal: AbortSignal.abort() }, "none");
      await expect(asked).rejects.toMatchObject({ code: "Cancelled" });
    }));

  it("ends without an answer when it was begun", () =>
    withHistory(async (history) => {
      const controller = new AbortController();
      const asked = ask(history, { signal: controller.signal });
      controller.abort();
      await expect(asked).rejects.toMatchObject({ code: "Cancelled" });
    }));
});

describe.each(["search", "read", "trace"])("a %s that is cancelled while it reads records", (name) => {
  const ask = QUESTIONS[name] as (typeof QUESTIONS)[string];

  it("reads no further", () =>
    withHistory(async (history, onRecord) => {
      const controller = new AbortController();
      let records = 0;
      onRecord(() => records++);
      await ask(history, {});
      const all = records;
      records = 0;
      onRecord(() => ++records === 1 && controller.abort());
      await expect(ask(history, { signal: controller.signal })).rejects.toMatchObject({ code: "Cancelled" });
      // What is asked for at once may still be read.
      expect(records).toBeLessThanOrEqual(all / 2);
    }));
});
