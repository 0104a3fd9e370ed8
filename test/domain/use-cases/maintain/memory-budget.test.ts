import { appendFileSync, utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createGitWorkspaces } from "../../../../src/adapters/git/git-workspaces.ts";
import { silentDiagnostics } from "../../../../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../../../../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../../../../src/adapters/local/system-clock.ts";
import { openMiniSearchIndex } from "../../../../src/adapters/memory/minisearch-index.ts";
import { createSessionFiles } from "../../../../src/adapters/session-files/session-files.ts";
import { createAnalyzer } from "../../../../src/domain/text/analyzer.ts";
import { createHistory } from "../../../../src/domain/use-cases/create-history.ts";
import { MinimalEngine } from "../../../contract/minimal-engine.ts";
import { composeIndex } from "../../../../src/adapters/memory/compose-index.ts";
import { sessionFile, user } from "../../../support/session-file.ts";
import { createDamagedWorld, everyone } from "./damaged-world.ts";

const analyzer = createAnalyzer("test");
const services = {
  source: createSessionFiles(),
  workspaces: createGitWorkspaces(),
  hasher: createSha256Hasher(),
  clock: systemClock,
  diagnostics: silentDiagnostics,
  runId: "test",
};

describe("an index in memory with a budget", () => {
  it("takes the newest sessions that fit, counts the others for those who may see them, and says so", async () => {
    const { sessions } = createDamagedWorld({ withFixtures: false });
    for (let at = 0; at < 6; at++) {
      const cwd = at < 3 ? "/w/one" : "/w/two";
      const path = sessionFile(sessions, { id: `s${at}`, cwd, entries: [user(`needle ${"filler ".repeat(1_500)}`)] });
      utimesSync(path, 1_800_000_000 - at, 1_800_000_000 - at);
    }
    const capacityBytes = 80_000;
    const history = createHistory({ ...services, ...openMiniSearchIndex(analyzer), roots: [sessions], capacityBytes });
    const coverage = await history.sync(everyone);
    expect(coverage).toMatchObject({ state: "partial", sessions: { known: 6 } });
    const { indexed } = coverage.sessions;
    expect(indexed).toBeGreaterThan(0);
    expect(indexed).toBeLessThan(6);
    expect(coverage.skipped).toEqual([{ reason: "beyond-memory", count: 6 - indexed }]);
    const { hits } = await history.search({ query: "needle" }, everyone);
    expect(hits.map((hit) => hit.sessionId).toSorted()).toEqual(Array.from({ length: indexed }, (_, at) => `s${at}`));
    const two = await history.search({ query: "needle" }, { cwd: "/w/two", workspaces: ["/w/two"] });
    expect(two.coverage.sessions.known).toBe(3);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({
      ok: true,
      files: { pending: 6 - indexed },
    });
    expect((await history.sync(everyone)).state).toBe("partial");
  });
});

describe("an engine that does not tell what it holds", () => {
  it("is compared by searching for every word", async () => {
    const { sessions } = createDamagedWorld({ withFixtures: false });
    const path = sessionFile(sessions, { id: "s1", entries: [user("alpha beta alpha"), user("gamma")] });
    const engine = new MinimalEngine();
    const index = composeIndex(engine, analyzer);
    const history = createHistory({ ...services, ...index, roots: [sessions] });
    await history.sync(everyone);
    appendFileSync(
      path,
      `${JSON.stringify({ type: "message", id: "x", parentId: "e2", timestamp: "", message: { role: "user", content: "beta" } })}\n`,
    );
    await history.sync(everyone);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({
      ok: true,
      postings: { checked: 3, wrong: 0 },
    });
    const [source] = await index.store.sources();
    const [first, second] = await index.store.eventsOfSource(source?.key ?? 0);
    await engine.remove([first?.key ?? 0, second?.key ?? 0]);
    await engine.add([{ event: second?.key ?? 0, ordinal: 0, text: "gamma beta" }], analyzer);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({
      ok: false,
      postings: { checked: 3, wrong: 2 },
    });
    expect(await history.verify({ repair: true }, everyone)).toMatchObject({ ok: true, repaired: true });
  });
});
