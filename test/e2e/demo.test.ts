import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const pathTo = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

test("the demo shows a search, a window and a tree, and leaves nothing behind", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "recall-demo-"));
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [pathTo("scripts/demo.ts"), pathTo("src/entries/cli.ts")],
      {
        env: { PATH: process.env["PATH"], HOME: temporary, TMPDIR: temporary },
      },
    );
    expect(stderr).toBe("");
    expect(stdout).toMatch(/\$ pi-event-recall index .*\nIndexed 15 sessions/);
    expect(stdout).toMatch(/\$ pi-event-recall search '"retry budget exceeded"' attempts .*\n2 events found:/);
    expect(stdout).toContain("«retry budget exceeded»");
    expect(stdout).toMatch(/0:tool\.result \(logs\) · [\d,]+ characters, shown [\d,]+–[\d,]+\n/);
    expect(stdout).toContain("├─ ○ dc5b4d7a assistant.text · sibling · on an alternate branch");
    expect(stdout).toContain("└─ ● b11ab524 assistant.text · ◀ this event");
    expect(readdirSync(temporary)).toEqual([]);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
