import { homedir } from "node:os";
import { join } from "node:path";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { historyPlaceOf } from "../../../../src/adapters/pi/host/history-place.ts";
import { sessionDirectoryInForce } from "../../../../src/adapters/pi/host/session-directory.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { aContext } from "./a-context.ts";

const home = homedir();
const inForce = (sessionDir: string, env: Readonly<Record<string, string>> = {}, argv: readonly string[] = []) =>
  sessionDirectoryInForce(sessionDir, { env, argv: ["node", "pi", ...argv], cwd: "/work/shop" });

describe("the session directory in force", () => {
  test.each([
    ["/archive", "/archive"],
    ["kept", "/work/shop/kept"],
    ["../kept/", "/work/kept"],
    ["~/kept", join(home, "kept")],
    ["file:///archive/a%20b", "/archive/a b"],
  ])("%s is %s", (sessionDir, expected) => expect(inForce(sessionDir)).toBe(expected));

  test("Pi's own place needs no help, wherever the agent directory is", () => {
    expect(inForce(join(home, ".pi/agent/sessions/--work-shop--"))).toBeUndefined();
    expect(inForce("/agent/sessions/--work-shop--", { PI_CODING_AGENT_DIR: "/agent" })).toBeUndefined();
    expect(inForce("/agent/sessions", { PI_CODING_AGENT_DIR: "/agent" })).toBeUndefined();
    expect(inForce("/agent/sessions-old", { PI_CODING_AGENT_DIR: "/agent" })).toBe("/agent/sessions-old");
    expect(inForce("/agent/sessions", { PI_CODING_AGENT_DIR: "" })).toBe("/agent/sessions");
  });

  test.each(["/", "~", home, join(home, "..")])("%s would make every file a session file", (sessionDir) =>
    expect(inForce(sessionDir)).toBeUndefined(),
  );

  test("a session that is kept nowhere leaves it to the option", () => {
    expect(inForce("")).toBeUndefined();
    expect(inForce("", {}, ["--session-dir", "/a", "--no-session", "--session-dir", "kept"])).toBe("/work/shop/kept");
    expect(inForce("", {}, ["--session-dir"])).toBeUndefined();
  });
});

describe("historyPlaceOf", () => {
  test("hands Pi's variables over, and no other", () =>
    withTemporaryFolder((archive) => {
      const { context } = aContext(SessionManager.create("/home/ada/shop", archive));
      const env = {
        HOME: "/home/ada",
        ANTHROPIC_API_KEY: "secret",
        PI_CODING_AGENT_DIR: "/agent",
        PI_CODING_AGENT_SESSION_DIR: "/elsewhere",
        PI_EVENT_RECALL_ENGINE: "memory",
        PI_SESSION_FILE: "/outer.jsonl",
      };
      expect(historyPlaceOf(context, { env, argv: [], cwd: "/work/shop" })).toEqual({
        cwd: "/home/ada/shop",
        env: {
          PI_CODING_AGENT_DIR: "/agent",
          PI_CODING_AGENT_SESSION_DIR: archive,
          PI_EVENT_RECALL_ENGINE: "memory",
        },
      });
    }));
});
