import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { RecallPreparation } from "../../src/domain/model/recall.ts";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import { git } from "../support/git.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { openHere, openInWorker } from "./worker-threads.ts";

const sessions = fileURLToPath(new URL("../../fixtures/sessions", import.meta.url));

/** What tells the time is left out. */
async function prepare(history: History, caller: Caller, skillPath: string): Promise<RecallPreparation> {
  const skills = [{ name: "release", path: skillPath }];
  const { coverage, ...rest } = await history.recallPrepare({ scope: "all", limit: 4, skills }, caller);
  const { lastCompleteWalk: _, ...timeless } = coverage;
  return { ...rest, coverage: timeless };
}

test("a preparation has its inventory as the package composes it, here and in the worker", async () => {
  await withTemporaryFolder(async (folder) => {
    git(folder, ["init", "-q"]);
    writeFileSync(join(folder, "package.json"), '{"name":"shop","scripts":{"test":"vitest"}}');
    git(folder, ["add", "package.json"]);
    const caller = { cwd: folder, everything: true };
    const skillPath = join(folder, "skills/release/SKILL.md");
    const { history } = await openHere({ sessions, folder });
    const here = await prepare(history, caller, skillPath);
    await history.close();
    expect(here.sessions).toHaveLength(4);
    expect(here.inventory).toMatchObject({
      packageScripts: [{ path: "package.json", packageName: "shop", scripts: [{ name: "test", command: "vitest" }] }],
      skills: [{ name: "release", path: "skills/release/SKILL.md" }],
    });
    expect(here.sync).toEqual({ walkComplete: true, backlogRemaining: 0, complete: true });
    const worker = openInWorker({ sessions, folder });
    expect(await prepare(worker.history, caller, skillPath)).toEqual(here);
    const signal = AbortSignal.abort();
    await expect(worker.history.recallPrepare({ scope: "all" }, caller, { signal })).rejects.toMatchObject({
      code: "Cancelled",
    });
    await worker.history.close();
  });
});
