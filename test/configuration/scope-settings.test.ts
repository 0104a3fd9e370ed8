import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { type Machine, onMachine } from "./configured-history.ts";

function session(machine: Machine, id: string, cwd: string): void {
  sessionFile(machine.sessions, { id, cwd, entries: [user("harbourword")] });
}

async function found(history: History, caller: Caller): Promise<string[]> {
  return (await history.search({ query: "harbourword" }, caller)).hits.map((hit) => hit.sessionId).toSorted();
}

/** A repository with a linked work tree, both with a session; another repository; and a session in each. */
function placeWorkTrees(machine: Machine): void {
  const git = (name: string, ...words: string[]): void => {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...identity, ...words], { cwd: join(machine.folder, name), stdio: "pipe" });
  };
  for (const name of ["repo", "other"]) {
    mkdirSync(join(machine.folder, name));
    git(name, "init");
    git(name, "commit", "--allow-empty", "-m", "begin");
  }
  git("repo", "worktree", "add", "../feature");
  for (const name of ["repo", "feature", "other"]) session(machine, name, join(machine.folder, name, "src"));
}

test("worktrees: a linked work tree is part of the workspace only where that is configured", async () => {
  await onMachine(async (machine) => {
    placeWorkTrees(machine);
    const at = (name: string): Caller => ({ cwd: join(machine.folder, name) });
    await machine.use(async (history) => {
      await history.sync(at("repo"));
      expect(await found(history, at("repo"))).toEqual(["repo"]);
      expect(await found(history, at("feature"))).toEqual(["feature"]);
    });
    machine.configure({ worktrees: "all" });
    await machine.use(async (history) => {
      expect(await found(history, at("repo"))).toEqual(["feature", "repo"]);
      expect(await found(history, at("feature"))).toEqual(["feature", "repo"]);
      expect(await found(history, at("other"))).toEqual(["other"]);
      const status = await history.status(at("feature"));
      expect(status.workspaces).toEqual([join(machine.folder, "feature"), join(machine.folder, "repo")]);
      expect(status.notices).toEqual([]);
      // Roots that somebody names mean what they say.
      expect(await found(history, { ...at("repo"), workspaces: [join(machine.folder, "repo")] })).toEqual(["repo"]);
    });
  });
});

test("workspaces: are the roots of callers that bring none", async () => {
  await onMachine(async (machine) => {
    session(machine, "here", machine.folder);
    session(machine, "there", "/work/there/deep");
    session(machine, "elsewhere", "/work/elsewhere");
    machine.configure({ workspaces: ["/work/there"] });
    const caller: Caller = { cwd: machine.folder };
    await machine.use(async (history) => {
      await history.sync(caller);
      expect(await found(history, caller)).toEqual(["there"]);
      expect(await found(history, { ...caller, workspaces: [] })).toEqual(["there"]);
      expect(await found(history, { ...caller, workspaces: ["/work/elsewhere"] })).toEqual(["elsewhere"]);
      const settingOf = async (asking: Caller) =>
        (await history.status(asking)).settings?.find(({ name }) => name === "workspaces");
      expect(await settingOf(caller)).toEqual({ name: "workspaces", value: ["/work/there"], source: "file" });
      expect(await settingOf({ ...caller, workspaces: ["/work/elsewhere"] })).toEqual({
        name: "workspaces",
        value: ["/work/elsewhere"],
        source: "command line",
      });
    });
    machine.configure({ workspaces: [] });
    await machine.use(async (history) => expect(await found(history, caller)).toEqual(["here"]));
  });
});
