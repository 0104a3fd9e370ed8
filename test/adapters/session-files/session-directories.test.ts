import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { findSessionDirectories } from "../../../src/adapters/session-files/session-directories.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

interface World {
  readonly home: string;
  readonly cwd: string;
  /** Writes a settings file, as text or as JSON. */
  readonly settings: (place: "own" | "project", content: unknown) => void;
  readonly find: (env?: Record<string, string>) => ReturnType<typeof findSessionDirectories>;
}

function writeSettings(directory: string, content: unknown): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "settings.json"), typeof content === "string" ? content : JSON.stringify(content));
}

async function inWorld(act: (world: World) => void): Promise<void> {
  await withTemporaryFolder((folder) => {
    const home = join(folder, "home");
    const cwd = join(folder, "work");
    act({
      home,
      cwd,
      settings: (place, content) =>
        writeSettings(place === "own" ? join(home, ".pi/agent") : join(cwd, ".pi"), content),
      find: (env = {}) => findSessionDirectories({ env, home, cwd }),
    });
  });
}

describe("precedence, as in Pi", () => {
  test("without any configuration: the agent directory's sessions", () =>
    inWorld(({ home, find }) => {
      expect(find()).toEqual({
        agentDir: join(home, ".pi/agent"),
        directories: [join(home, ".pi/agent/sessions")],
        notices: [],
      });
    }));

  test("environment before project setting before own setting before the default", () =>
    inWorld(({ home, cwd, settings, find }) => {
      const usual = join(home, ".pi/agent/sessions");
      settings("own", { sessionDir: "~/own" });
      expect(find().directories).toEqual([join(home, "own"), usual]);
      settings("project", { sessionDir: "./kept" });
      expect(find().directories).toEqual([join(cwd, "kept"), usual]);
      expect(find({ PI_CODING_AGENT_SESSION_DIR: "/elsewhere" }).directories).toEqual(["/elsewhere", usual]);
      expect(find({ PI_CODING_AGENT_SESSION_DIR: "" }).directories).toEqual([join(cwd, "kept"), usual]);
    }));

  test("an empty or null project setting stands for the default directory", () =>
    inWorld(({ home, settings, find }) => {
      settings("own", { sessionDir: "/own" });
      for (const sessionDir of ["", null]) {
        settings("project", { sessionDir });
        expect(find()).toMatchObject({ directories: [join(home, ".pi/agent/sessions")], notices: [] });
      }
      settings("project", { other: 1 });
      expect(find().directories[0]).toBe("/own");
    }));

  test("the agent directory moves settings and sessions; ~, relative paths and file URLs are understood", () =>
    inWorld(({ home, cwd, find }) => {
      expect(find({ PI_CODING_AGENT_DIR: "~/agent" }).agentDir).toBe(join(home, "agent"));
      expect(find({ PI_CODING_AGENT_DIR: "~" }).directories).toEqual([join(home, "sessions")]);
      expect(find({ PI_CODING_AGENT_DIR: "~other" }).agentDir).toBe(join(cwd, "~other"));
      expect(find({ PI_CODING_AGENT_DIR: pathToFileURL(join(home, "a b")).href }).agentDir).toBe(join(home, "a b"));
      mkdirSync(join(cwd, "agent"), { recursive: true });
      writeFileSync(join(cwd, "agent/settings.json"), '\uFEFF{"sessionDir":"flat"}');
      expect(find({ PI_CODING_AGENT_DIR: "agent" })).toEqual({
        agentDir: join(cwd, "agent"),
        directories: [join(cwd, "flat"), join(cwd, "agent/sessions")],
        notices: [],
      });
    }));

  test("the default named explicitly is listed once", () =>
    inWorld(({ home, settings, find }) => {
      settings("own", { sessionDir: "~/.pi/agent/../agent/sessions/" });
      expect(find().directories).toEqual([join(home, ".pi/agent/sessions")]);
    }));
});

describe("bad settings never throw and are told once", () => {
  test.each([["{ broken"], ["5"], ["null"], ['"text"']])("own settings %s", (text) =>
    inWorld(({ home, settings, find }) => {
      settings("own", text);
      const found = find();
      expect(found.directories).toEqual([join(home, ".pi/agent/sessions")]);
      expect(found.notices).toEqual(["A settings file is not valid JSON, so Pi's settings were ignored."]);
    }),
  );

  test("a setting of another type, a settings folder, a URL that is no path; an empty file is fine", () =>
    inWorld(({ home, cwd, settings, find }) => {
      const usual = [join(home, ".pi/agent/sessions")];
      settings("project", { sessionDir: 5 });
      mkdirSync(join(home, ".pi/agent/settings.json"), { recursive: true });
      expect(find().directories).toEqual(usual);
      expect(find().notices).toHaveLength(2);
      settings("project", "");
      expect(find().notices).toHaveLength(1);
      expect(find({ PI_CODING_AGENT_SESSION_DIR: "file://%zz/x" })).toMatchObject({ directories: usual });
      expect(find({ PI_CODING_AGENT_SESSION_DIR: "file://%zz/x" }).notices).toHaveLength(2);
      expect(findSessionDirectories({ env: {}, home: join(cwd, ".pi/settings.json"), cwd }).notices).toEqual([]);
    }));

  test("a project cannot make the whole home directory or disk the session directory", () =>
    inWorld(({ home, cwd, settings, find }) => {
      const usual = join(home, ".pi/agent/sessions");
      for (const sessionDir of ["/", "~", "~/..", ".."]) {
        settings("project", { sessionDir });
        expect(find().directories).toEqual([usual]);
        expect(find().notices).toHaveLength(1);
      }
      settings("project", { sessionDir: "~/sessions" });
      expect(find()).toMatchObject({ directories: [join(home, "sessions"), usual], notices: [] });
      settings("project", {});
      settings("own", { sessionDir: cwd });
      expect(find()).toMatchObject({ directories: [cwd, usual], notices: [] });
    }));
});
