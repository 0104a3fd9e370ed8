import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ConfigurationInput,
  readConfiguration,
} from "../../../../src/adapters/local/configuration/read-configuration.ts";
import { SETTING_NAMES, variableOf } from "../../../../src/adapters/local/configuration/setting-definitions.ts";
import { RecallError } from "../../../../src/domain/model/errors.ts";
import { DEFAULT_SETTINGS } from "../../../../src/domain/model/settings.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

type Input = Partial<ConfigurationInput> & { readonly file?: unknown };

/** Reads a configuration whose file holds a text, or a value as JSON. */
async function read({ file, ...input }: Input = {}) {
  return withTemporaryFolder((agentDir) => {
    if (file !== undefined) {
      writeFileSync(join(agentDir, "event-recall.json"), typeof file === "string" ? file : JSON.stringify(file));
    }
    return readConfiguration({ agentDir, env: {}, home: "/home/ada", ...input });
  });
}

async function failureOf(input: Input): Promise<string> {
  const error: unknown = await read(input).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RecallError);
  expect((error as RecallError).code).toBe("InvalidConfiguration");
  return (error as RecallError).message;
}

const sourceOf = ({ settings }: Awaited<ReturnType<typeof read>>, name: string) =>
  settings.inForce.find((setting) => setting.name === name);

describe("without a word from anybody", () => {
  test("everything has its default, and says so", async () => {
    const configuration = await read();
    const { inForce, ...values } = configuration.settings;
    expect({ ...values, inForce: [] }).toEqual(DEFAULT_SETTINGS);
    expect(configuration).toMatchObject({
      sessions: [],
      exclude: { sessionIds: [], folders: [] },
      engine: "fts5",
      index: undefined,
      notices: [],
    });
    expect(inForce.map(({ name }) => name)).toEqual(SETTING_NAMES);
    expect(new Set(inForce.map(({ source }) => source))).toEqual(new Set(["default"]));
  });

  test("no agent directory is no file", async () => {
    expect((await read({ agentDir: undefined, file: "not read" })).engine).toBe("fts5");
    expect((await read({ agentDir: "/nowhere/at/all" })).engine).toBe("fts5");
  });
});

describe("a file", () => {
  test("sets everything; ~ is the home directory, and paths lose what spells them differently", async () => {
    const configuration = await read({
      file: {
        workspaces: ["/work/a/../b/", "~/shop", "~"],
        worktrees: "all",
        sessions: ["/archive"],
        exclude: ["019cd704-87d6-7f4c-85bf-2c8e968015aa", "~/private", "/x.jsonl"],
        limits: { hits: 50, head: 100, tail: 0, window: 4000, read: 1000 },
        engine: "memory",
        recall: { scope: "all" },
      },
    });
    expect(configuration.settings).toMatchObject({
      workspaces: ["/work/b", "/home/ada/shop", "/home/ada"],
      worktrees: "all",
      limits: { hits: 50, head: 100, tail: 0, window: 4000, read: 1000 },
      recallScope: "all",
    });
    expect(configuration).toMatchObject({
      sessions: ["/archive"],
      exclude: { sessionIds: ["019cd704-87d6-7f4c-85bf-2c8e968015aa"], folders: ["/home/ada/private", "/x.jsonl"] },
      engine: "memory",
      notices: [expect.stringContaining("`sessions`")],
    });
    expect(sourceOf(configuration, "limits.hits")).toEqual({ name: "limits.hits", value: 50, source: "file" });
    expect(sourceOf(configuration, "index")).toEqual({
      name: "index",
      value: "in Pi's agent directory",
      source: "default",
    });
  });

  test("may begin with a byte-order mark and hold nothing", async () => {
    expect((await read({ file: "\ufeff{}\n" })).settings.limits).toEqual(DEFAULT_SETTINGS.limits);
  });

  test.each([
    [{ exlude: [] }, /"exlude".*exclude/],
    [{ limits: { hit: 3 } }, /"limits\.hit".*limits\.hits/],
    [{ "limits.hits": 3 }, /unknown key "limits\.hits"/],
    [{ limits: 3 }, /`limits`.*an object with hits, head, tail, window, read/],
    [{ recall: [] }, /`recall`.*scope/],
    [{ worktrees: "some" }, /`worktrees`.*"own" or "all"/],
    [{ worktrees: null }, /`worktrees`/],
    [{ engine: "FTS5" }, /`engine`.*"fts5" or "memory"/],
    [{ recall: { scope: true } }, /`recall\.scope`.*"workspace" or "all"/],
    [{ limits: { hits: 0 } }, /`limits\.hits`.*from 1 to 50/],
    [{ limits: { hits: 51 } }, /`limits\.hits`/],
    [{ limits: { hits: 1.5 } }, /`limits\.hits`/],
    [{ limits: { hits: "10" } }, /`limits\.hits`/],
    [{ limits: { head: 99 } }, /`limits\.head`.*from 100 to 2,000/],
    [{ limits: { tail: 2001 } }, /`limits\.tail`.*from 0 to 2,000/],
    [{ limits: { window: 4001 } }, /`limits\.window`.*from 100 to 4,000/],
    [{ limits: { read: 24001 } }, /`limits\.read`.*from 1,000 to 24,000/],
    [{ workspaces: "/a" }, /`workspaces`.*a list of absolute paths/],
    [{ workspaces: ["a"] }, /`workspaces`/],
    [{ workspaces: ["/a", "~ada/b"] }, /`workspaces`/],
    [{ sessions: ["/a\0"] }, /`sessions`/],
    [{ sessions: [3] }, /`sessions`/],
    [{ exclude: ["a/b"] }, /`exclude`.*session ids, and absolute paths/],
    [{ exclude: [""] }, /`exclude`/],
    [{ exclude: ["./secret"] }, /`exclude`/],
    [{ index: "index.sqlite" }, /`index`.*an absolute path/],
    [{ index: "" }, /`index`/],
    ['{"exclude": ["a"],\n  "engine": fts5}', /line 2, column 13/],
    ["", /line 1, column 1/],
    ["[]", /one JSON object/],
    ["null", /one JSON object/],
    ['"text"', /one JSON object/],
  ])("fails where it is not understood: %j", async (file, message) => {
    const failure = await failureOf({ file });
    expect(failure).toMatch(message);
    expect(failure).toContain("event-recall.json");
    expect(failure).not.toMatch(/\n|\/home|\/tmp| at /);
  });

  test("fails where it cannot be read: a folder, a pipe, a link to nowhere, bytes that are no text", async () => {
    const place = (make: (path: string) => void): Promise<string> =>
      withTemporaryFolder((agentDir) => {
        make(join(agentDir, "event-recall.json"));
        return failureOf({ agentDir });
      });
    expect(await place((path) => mkdirSync(path))).toContain("no regular file");
    expect(await place((path) => void execFileSync("mkfifo", [path]))).toContain("no regular file");
    expect(await place((path) => symlinkSync("gone.json", path))).toContain("cannot be read");
    expect(await place((path) => symlinkSync("event-recall.json", path))).toContain("cannot be read");
    expect(await place((path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])))).toContain("UTF-8");
  });

  test("fails where it is far too large", async () => {
    expect(await failureOf({ file: "{}".padEnd(256 * 1024 + 1) })).toContain("larger than 256 KiB");
    expect((await read({ file: "{}".padEnd(256 * 1024) })).engine).toBe("fts5");
  });

  test("may be a link to a file elsewhere", async () => {
    await withTemporaryFolder(async (agentDir) => {
      writeFileSync(join(agentDir, "mine.json"), '{"engine":"memory"}');
      symlinkSync("mine.json", join(agentDir, "event-recall.json"));
      expect((await read({ agentDir })).engine).toBe("memory");
    });
  });

  test("has no ~ where there is no home directory", async () => {
    expect(await failureOf({ file: { workspaces: ["~/a"] }, home: undefined })).toContain("`workspaces`");
  });
});

describe("the environment", () => {
  test("has one variable for each setting", async () => {
    const env = {
      PI_EVENT_RECALL_WORKSPACES: ["/a", "~/b"].join(delimiter),
      PI_EVENT_RECALL_WORKTREES: "all",
      PI_EVENT_RECALL_SESSIONS: `/${delimiter}`,
      PI_EVENT_RECALL_EXCLUDE: ["id-1", "/secret"].join(delimiter),
      PI_EVENT_RECALL_LIMITS_HITS: "20",
      PI_EVENT_RECALL_LIMITS_HEAD: "200",
      PI_EVENT_RECALL_LIMITS_TAIL: "0",
      PI_EVENT_RECALL_LIMITS_WINDOW: "300",
      PI_EVENT_RECALL_LIMITS_READ: "2000",
      PI_EVENT_RECALL_ENGINE: "fts5",
      PI_EVENT_RECALL_INDEX: "/i.sqlite",
      PI_EVENT_RECALL_RECALL_SCOPE: "all",
    };
    expect(SETTING_NAMES.map(variableOf)).toEqual(Object.keys(env));
    const configuration = await read({ env });
    expect(configuration).toMatchObject({
      settings: {
        workspaces: ["/a", "/home/ada/b"],
        worktrees: "all",
        limits: { hits: 20, head: 200, tail: 0, window: 300, read: 2000 },
        recallScope: "all",
      },
      sessions: ["/"],
      exclude: { sessionIds: ["id-1"], folders: ["/secret"] },
      engine: "fts5",
      index: "/i.sqlite",
    });
    expect(new Set(configuration.settings.inForce.map(({ source }) => source))).toEqual(new Set(["environment"]));
  });

  test("counts as unset where it is empty", async () => {
    const env = Object.fromEntries(SETTING_NAMES.map((name) => [variableOf(name), ""]));
    expect((await read({ env })).settings.inForce).toEqual((await read()).settings.inForce);
  });

  test.each([
    [{ PI_EVENT_RECALL_EXLUDE: "a" }, /PI_EVENT_RECALL_EXLUDE is unknown.*PI_EVENT_RECALL_EXCLUDE/],
    [{ PI_EVENT_RECALL_LIMITS_HITS: "many" }, /PI_EVENT_RECALL_LIMITS_HITS must be a whole number from 1 to 50/],
    [{ PI_EVENT_RECALL_LIMITS_HITS: "1e1" }, /from 1 to 50/],
    [{ PI_EVENT_RECALL_WORKSPACES: `/a${delimiter}b` }, /PI_EVENT_RECALL_WORKSPACES must be a list of absolute paths/],
    [{ PI_EVENT_RECALL_ENGINE: "Memory" }, /PI_EVENT_RECALL_ENGINE must be "fts5" or "memory"/],
  ])("fails where it is not understood: %j", async (env, message) => {
    expect(await failureOf({ env })).toMatch(message);
  });
});

describe("precedence", () => {
  const file = { engine: "memory", limits: { hits: 5 }, exclude: ["file"] };

  test("command line, environment, file, default, setting by setting", async () => {
    const env = { PI_EVENT_RECALL_LIMITS_HITS: "20", PI_EVENT_RECALL_ENGINE: "memory" };
    const configuration = await read({ file, env, given: { engine: "fts5" } });
    expect(configuration).toMatchObject({ engine: "fts5", exclude: { sessionIds: ["file"] } });
    expect(
      ["engine", "limits.hits", "exclude", "limits.head"].map((name) => sourceOf(configuration, name)?.source),
    ).toEqual(["command line", "environment", "file", "default"]);
  });

  test("what is hidden is checked all the same", async () => {
    expect(await failureOf({ file: { engine: "no" }, env: { PI_EVENT_RECALL_ENGINE: "fts5" } })).toContain("`engine`");
  });

  test("an engine in memory leaves out an index that was configured behind it, and only that", async () => {
    const env = { PI_EVENT_RECALL_ENGINE: "memory" };
    expect((await read({ file: { index: "/i" }, env })).index).toBeUndefined();
    expect((await read({ file: { index: "/i" }, given: { engine: "memory" } })).index).toBeUndefined();
    expect((await read({ file: { index: "/i", engine: "memory" } })).index).toBe("/i");
    expect((await read({ file: { engine: "memory" }, env: { PI_EVENT_RECALL_INDEX: "/i" } })).index).toBe("/i");
  });
});
