import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { type PiEvent, PiWorld } from "./support/pi-world.ts";
import { PtySession } from "./support/pty-session.ts";
import { RpcClient } from "./support/rpc-client.ts";
import type { ScriptStep } from "./support/script-step.ts";

/** `/event-recall` and the drawn tools, in a real Pi, over a session that a real Pi wrote before. */

const search: readonly ScriptStep[] = [
  { calls: [{ name: "event_search", arguments: { query: "quagga 7731", kinds: ["tool.result"] } }] },
  {
    calls: [
      {
        name: "event_read",
        arguments: { sessionId: { $found: "session ([0-9a-f-]{36})" }, entryId: { $found: "entry ([0-9a-f]{8})" } },
      },
    ],
  },
  { text: "Found." },
];

/** Rows that are cut in the middle of wide characters, marks and joined emoji: one cell too many ends Pi in its regular mode. */
const WIDE = "数据库 ကြွေး 👩🏽‍💻 ؀१ ｶﾞ e\u0301 ".repeat(20);

let built: BuiltPackage;
let world: PiWorld;
let written: string;
beforeAll(async () => {
  built = await buildPackage();
  world = new PiWorld(built.folder);
  await world.print("Which animal is it?", [
    { calls: [{ name: "bash", arguments: { command: `echo quagga; echo 7731; echo "${WIDE}"` } }] },
    { text: "A quagga, number 7731." },
  ]);
  written = world.sessionFiles().at(-1) ?? "";
});
afterAll(() => {
  world.remove();
  built.remove();
});

const request = (method: string) => (event: PiEvent) =>
  event.type === "extension_ui_request" && event["method"] === method;

describe("/event-recall", () => {
  test("answers on standard error in print and json mode, without a model call or a word in the session", async () => {
    const before = world.sessionFiles();
    const { exitCode, stdout, stderr } = await world.print("/event-recall status", []);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr).toMatch(/^Event history: (ready|catching up), /);
    expect(stderr).toContain(`Workspace: ${world.project}\n`);
    const json = await world.json("/event-recall log", []);
    expect(json.stderr).toMatch(/^Local log: .+/);
    expect(json.events.map(({ type }) => type)).toEqual(["session"]);
    expect(world.sessionFiles()).toEqual(before);
  });

  test("reindexes to the end in print mode", async () => {
    const { exitCode, stderr } = await world.print("/event-recall reindex --verify", []);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Compared \d+ files? and \d+ events: the index is what a fresh one would be\.\n$/);
  });

  test("opens a hit of the last search at its event", async () => {
    const pi = RpcClient.start(world, search);
    await pi.prompt("Go.");
    pi.send({ type: "prompt", message: "/event-recall open 1" });
    const told = await pi.next(request("notify"));
    expect(told["message"]).toContain(`pi --session ${written}\nIt runs in ${world.project}.\n`);
    const asked = await pi.next(request("select"));
    pi.send({ type: "extension_ui_response", id: asked["id"], value: "Open it here, at this event" });
    await pi.next(({ type, command }) => type === "response" && command === "prompt", pi.events.indexOf(asked));
    expect((await pi.session()).sessionFile).toBe(written);
    const { messages } = (await pi.ask({ type: "get_messages" })) as { messages: { role: string }[] };
    expect(messages.at(-1)?.role).toBe("toolResult");
    expect((await pi.close()).exitCode).toBe(0);
  });

  test("explains what it does not know", async () => {
    const pi = RpcClient.start(world, []);
    await pi.prompt("/event-recall frobnicate");
    expect((await pi.next(request("notify")))["message"]).toMatch(/^There is no \/event-recall frobnicate\.\n/);
    expect((await pi.close()).exitCode).toBe(0);
  });
});

describe("a person in a terminal", () => {
  test.each(["regular", "fullscreen"])("sees a search in one line, and all of it on demand (%s)", async (mode) => {
    const pi = PtySession.start(world, search, { args: ["--tui-mode", mode] });
    try {
      await pi.prompt("Go.", /\d of \d hits|\d hits? · ready \(ctrl\+o to expand\)/);
      expect(pi.text).toContain('event_search "quagga 7731" · kind tool.result');
      const from = pi.text.length;
      pi.type("\u000f");
      await pi.drawn(/│ quagga[^]*│ 7731/, from);
      await pi.drawn("数据库 ကြွေး", from);
      expect(pi.text.slice(from)).toContain("tool.result, 20");
    } finally {
      // 1 is what Pi ends with over a row that is too wide; 130 is one Ctrl+C more than it needed.
      expect([0, 130]).toContain(await pi.quit());
    }
  });
});
