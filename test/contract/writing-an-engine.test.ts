import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineContract } from "../../src/contract/engine-contract.ts";
import { MinimalEngine } from "./minimal-engine.ts";
import { runLaws } from "./run-laws.ts";

describe("the engine of docs/writing-an-engine.md", () => {
  runLaws(engineContract(() => new MinimalEngine()));
});

const SESSION = [
  { type: "session", version: 3, id: "s1", timestamp: "2026-01-02T03:04:05.000Z", cwd: "/home/ada/payments" },
  {
    type: "message",
    id: "e1",
    parentId: null,
    timestamp: "2026-01-02T03:04:06.000Z",
    message: { role: "user", content: "Where is the lighthouse?", timestamp: 1_767_323_046_000 },
  },
];

describe("docs/writing-an-engine.md", () => {
  const blocks = codeBlocks(readFileSync(new URL("../../docs/writing-an-engine.md", import.meta.url), "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "writing-an-engine-"));
  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder });
  beforeAll(() => {
    for (const [file, code] of blocks) writeFileSync(join(folder, file), againstSources(code));
    writeFileSync(join(folder, "session.jsonl"), SESSION.map((record) => `${JSON.stringify(record)}\n`).join(""));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("teaches the engine that this folder checks", () => {
    const checked = readFileSync(new URL("minimal-engine.ts", import.meta.url), "utf8").trimEnd();
    expect(blocks.get("minimal-engine.ts")).toBe(checked.replace("../../src/entries/index.ts", "pi-event-recall"));
  });

  test("its test file keeps every law", async () => {
    const laws = engineContract(() => new MinimalEngine()).length;
    const { stdout } = await run("--test", "--test-reporter=tap", "minimal-engine.test.ts");
    expect(stdout).toMatch(new RegExp(`^# pass ${laws}$`, "m"));
  });

  test("its search finds an event of a session", async () => {
    const { stdout } = await run("search.ts", folder, "lighthouse");
    expect(stdout).toMatch(/^2026-01-02T03:04:06\.000Z .*lighthouse/);
    expect(stdout).toMatch(/^1 events$/m);
  });
});

/** The code of the page, by the file name that each block gives. */
function codeBlocks(page: string): Map<string, string> {
  const blocks = page.matchAll(/^```ts file=(\S+)\n(.*?)\n```$/gms);
  return new Map(Array.from(blocks, ([, file = "", code = ""]) => [file, code]));
}

/** The package's name as it is imported, replaced by the entry it stands for. */
function againstSources(code: string): string {
  return code
    .replaceAll('"pi-event-recall"', JSON.stringify(new URL("../../src/entries/index.ts", import.meta.url).href))
    .replaceAll(
      '"pi-event-recall/testing"',
      JSON.stringify(new URL("../../src/entries/testing.ts", import.meta.url).href),
    );
}
