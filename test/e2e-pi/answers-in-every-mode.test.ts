import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { linesOf, PiWorld, type SessionLine } from "./support/pi-world.ts";
import { PtySession } from "./support/pty-session.ts";
import { RpcClient } from "./support/rpc-client.ts";
import type { ScriptStep } from "./support/script-step.ts";
import { toolResultsOf } from "./support/tool-results.ts";

/** The whole way of a model: search, read what was found, trace it. Checked against the file that a real Pi wrote before. */

const HIT = "session ([0-9a-f-]{36})";
const ENTRY = "entry ([0-9a-f]{8})";
const place = { sessionId: { $found: HIT }, entryId: { $found: ENTRY } };
const searchReadTrace: readonly ScriptStep[] = [
  { calls: [{ name: "event_search", arguments: { query: '"quagga 7731"', kinds: ["tool.result"] } }] },
  { calls: [{ name: "event_read", arguments: { ...place, before: 1, after: 1 } }] },
  { calls: [{ name: "event_trace", arguments: place }] },
  { text: "All found." },
];

vi.setConfig({ testTimeout: 180_000 });
let built: BuiltPackage;
let world: PiWorld;
let written: string;
beforeAll(async () => {
  built = await buildPackage();
  world = new PiWorld(built.folder);
  await world.print("Which animal is it?", [
    { calls: [{ name: "bash", arguments: { command: "echo quagga; echo 7731" } }] },
    { text: "A quagga, number 7731." },
  ]);
  written = world.sessionFiles().at(-1) ?? "";
});
afterAll(() => {
  world.remove();
  built.remove();
});

/** What the newest session holds of the answers, once its run has ended. */
function check(): void {
  const lines = linesOf(written);
  const sessionId = lines[0]?.id;
  const byRole = (role: string): SessionLine | undefined =>
    lines.find(({ message }) => (message as { role?: string } | undefined)?.role === role);
  const [assistant, result] = [byRole("assistant"), byRole("toolResult")];
  const after = lines.find(({ parentId }) => parentId === result?.id);

  const [search, read, trace, ...rest] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
  expect(rest).toEqual([]);
  expect(search).toMatchObject({ toolName: "event_search", isError: false });
  expect(search?.text).toContain(`session ${sessionId} entry ${result?.id} fragment 0:tool.result`);
  expect(search?.text).toMatch(/«quagga 7731»/u);
  expect(read).toMatchObject({ toolName: "event_read", isError: false });
  expect(read?.text).toMatch(/quagga\n\| 7731/u);
  for (const line of [result, assistant, after]) expect(read?.text).toContain(line?.id);
  expect(read?.text).toContain("A quagga, number 7731.");
  expect(trace).toMatchObject({ toolName: "event_trace", isError: false });
  for (const line of [result, assistant, after]) expect(trace?.text).toContain(line?.id);
  for (const { text } of [search, read, trace].filter((answer) => answer !== undefined)) {
    expect(text).not.toContain(world.agentDir);
  }
}

describe("a model searches, reads and traces", () => {
  test("in print mode", async () => {
    expect(await world.print("Go.", searchReadTrace)).toEqual({ exitCode: 0, stdout: "All found.\n", stderr: "" });
    check();
  });

  test("in json mode", async () => {
    const { exitCode, stderr, events } = await world.json("Go.", searchReadTrace);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(events.filter(({ type }) => type === "tool_execution_end")).toHaveLength(3);
    check();
  });

  test("in rpc mode", async () => {
    const pi = RpcClient.start(world, searchReadTrace);
    await pi.prompt("Go.");
    expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
    check();
  });

  test("in a terminal", async () => {
    const pi = PtySession.start(world, searchReadTrace);
    await pi.prompt("Go.", "All found.");
    expect(await pi.quit()).toBe(0);
    check();
  });
});
