import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandLine } from "./command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "recall-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The request and caller of the only question of this kind that a command line asks. */
async function asked(method: string, argv: readonly string[], cwd = () => "/home/ada/shop") {
  const run = await commandLine(argv, { cwd });
  expect(run.stderr).toBe("");
  expect(run.exitCode).toBe(0);
  const calls = run.history.calls.filter((call) => call.method === method);
  expect(calls).toHaveLength(1);
  return { ...calls[0], opened: run.opened, order: run.history.calls.map((call) => call.method) };
}

describe("search", () => {
  test("passes on every option, repeatable ones gathered", async () => {
    const line =
      "search retry --session s1 --cwd /w --kind user.text --kind tool.result --entry-type message --entry-type label " +
      "--role user --role assistant --tool bash --tool a,b --errors --from 2026-01-01 --to 2026-02-01 " +
      "--branch selected --branch alternate --selection direct --selection summarized --limit 50 budget";
    const { request } = await asked("search", line.split(" "));
    expect(request).toEqual({
      query: "retry budget",
      sessionId: "s1",
      cwd: "/w",
      kinds: ["user.text", "tool.result"],
      entryTypes: ["message", "label"],
      roles: ["user", "assistant"],
      toolNames: ["bash", "a,b"],
      errorOnly: true,
      time: { from: "2026-01-01", to: "2026-02-01" },
      branchStates: ["selected", "alternate"],
      selectionStates: ["direct", "summarized"],
      limit: 50,
    });
  });

  test("asks for nothing that was not said", async () => {
    expect((await asked("search", ["search", "retry"])).request).toEqual({ query: "retry" });
    expect((await asked("search", ["search", "x", "--to", "2026-02-01"])).request).toEqual({
      query: "x",
      time: { to: "2026-02-01" },
    });
  });

  test.each([
    [["search", "--", "--all", "-x", "search"], "--all -x search"],
    [["search", "--kind", "user.text", "--", "--json"], "--json"],
    [["search", "one", "--", "--no-sync"], "one --no-sync"],
    [["search", '"an exact phrase"', "word"], '"an exact phrase" word'],
    [["search", "NOT", "a*b:c"], "NOT a*b:c"],
  ])("takes the query of %j", async (argv, query) => {
    const { request, caller } = await asked("search", argv);
    expect(request).toMatchObject({ query });
    expect(caller).toEqual({ cwd: "/home/ada/shop" });
  });
});

describe("read, trace, lineage, sessions", () => {
  test("read passes on every option", async () => {
    const argv = [
      "read",
      "s1",
      "e1",
      "--fragment",
      "0:user.text",
      "--offset",
      "120",
      "--order",
      "append",
      "--before",
      "0",
      "--after",
      "10",
    ];
    expect((await asked("read", argv)).request).toEqual({
      sessionId: "s1",
      entryId: "e1",
      fragmentId: "0:user.text",
      offset: 120,
      order: "append",
      before: 0,
      after: 10,
    });
    expect((await asked("read", ["read", "s1", "e1"])).request).toEqual({ sessionId: "s1", entryId: "e1" });
  });

  test("ids may look like options behind --", async () => {
    expect((await asked("read", ["read", "--", "-s", "--all"])).request).toEqual({ sessionId: "-s", entryId: "--all" });
  });

  test("trace, lineage and sessions pass on theirs", async () => {
    expect((await asked("trace", ["trace", "s1", "e1", "--depth", "2"])).request).toEqual({
      sessionId: "s1",
      entryId: "e1",
      depth: 2,
    });
    expect((await asked("trace", ["trace", "s1", "e1"])).request).toEqual({ sessionId: "s1", entryId: "e1" });
    expect((await asked("lineage", ["lineage", "s1"])).request).toEqual({ sessionId: "s1" });
    expect((await asked("sessions", ["sessions"])).request).toEqual({});
    expect((await asked("sessions", ["sessions", "--limit", "3"])).request).toEqual({ limit: 3 });
  });
});

describe("recall", () => {
  test("browse passes on its limit", async () => {
    expect((await asked("recallBrowse", ["recall", "browse"])).request).toEqual({});
    expect((await asked("recallBrowse", ["recall", "browse", "--limit", "10"])).request).toEqual({ limit: 10 });
  });

  test("discover passes on every option, and the folder absolute", async () => {
    const line = "recall discover retry --cwd cli --role user --from 2026-01-01 --to 2026-02-01 --limit 2 OR";
    const argv = [...line.split(" "), "NEAR(retry budget)"];
    expect((await asked("recallDiscover", argv)).request).toEqual({
      query: "retry OR NEAR(retry budget)",
      cwd: "/home/ada/shop/cli",
      role: "user",
      time: { from: "2026-01-01", to: "2026-02-01" },
      limit: 2,
    });
    expect((await asked("recallDiscover", ["recall", "discover", "--", "-x"])).request).toEqual({ query: "-x" });
  });

  test("read and scroll pass on session, message and branch", async () => {
    expect((await asked("recallRead", ["recall", "read", "/a/s.jsonl"])).request).toEqual({ sessionId: "/a/s.jsonl" });
    const argv = "recall scroll s m --window 20 --branch-tip t".split(" ");
    expect((await asked("recallScroll", argv)).request).toEqual({
      sessionId: "s",
      aroundMessageId: "m",
      window: 20,
      branchTip: "t",
    });
    expect((await asked("recallScroll", ["recall", "scroll", "s", "m"])).request).toEqual({
      sessionId: "s",
      aroundMessageId: "m",
    });
  });

  test("only discover needs the discovery index", async () => {
    expect((await asked("sync", ["recall", "discover", "x"])).request).toBe(true);
    for (const argv of [["browse"], ["read", "s"], ["scroll", "s", "m"]]) {
      expect((await asked("sync", ["recall", ...argv])).request).toBeUndefined();
    }
  });
});

describe("bringing the index up to date", () => {
  test.each([
    ["search", ["search", "x"]],
    ["read", ["read", "s", "e"]],
    ["trace", ["trace", "s", "e"]],
    ["lineage", ["lineage", "s"]],
    ["sessions", ["sessions"]],
    ["open", ["open", "s"]],
    ["recallBrowse", ["recall", "browse"]],
    ["recallDiscover", ["recall", "discover", "x"]],
    ["recallRead", ["recall", "read", "s"]],
    ["recallScroll", ["recall", "scroll", "s", "m"]],
  ])("%s syncs first, and --no-sync answers at once", async (method, argv) => {
    expect((await asked(method, argv)).order).toEqual(["sync", method, "close"]);
    expect((await asked(method, [...argv, "--no-sync"])).order).toEqual([method, "close"]);
  });

  test("status reports the index as it is, index only syncs", async () => {
    expect((await asked("status", ["status"])).order).toEqual(["status", "close"]);
    expect((await asked("sync", ["index"])).order).toEqual(["sync", "sessions", "close"]);
  });
});

describe("scope", () => {
  test("is the current folder and the container's defaults when nothing is said", async () => {
    const { caller, opened } = await asked("search", ["search", "x"]);
    expect(caller).toEqual({ cwd: "/home/ada/shop" });
    expect(opened).toEqual({});
  });

  test.each([
    ["before", ["--sessions", "a", "--sessions", folder, "--workspace", "gone", "--index", "i.sqlite", "search", "x"]],
    ["after", ["search", "x", "--sessions", "a", "--sessions", folder, "--workspace", "gone", "--index", "i.sqlite"]],
  ])("resolves paths against the current folder, options %s the command", async (_where, argv) => {
    mkdirSync(join(folder, "a"), { recursive: true });
    const { caller, opened } = await asked("search", argv, () => folder);
    expect(opened).toEqual({ sessions: [join(folder, "a"), folder], index: join(folder, "i.sqlite") });
    expect(caller).toEqual({ cwd: folder, workspaces: [join(folder, "gone")] });
  });

  test("--all opens everything, and memory is a place for either engine", async () => {
    expect((await asked("search", ["search", "x", "--all"])).caller).toEqual({
      cwd: "/home/ada/shop",
      everything: true,
    });
    expect((await asked("search", ["search", "x", "--index", "memory"])).opened).toEqual({
      index: "memory",
    });
    expect((await asked("search", ["search", "x", "--engine", "fts5"])).opened).toEqual({ engine: "fts5" });
    expect((await asked("search", ["search", "x", "--engine", "memory", "--index", "memory"])).opened).toEqual({
      engine: "memory",
      index: "memory",
    });
  });
});
