import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { describeProgress } from "../../../src/adapters/cli/sync-with-progress.ts";
import { commandLine, TextSink } from "./command-line.ts";
import { SESSION } from "./sample-answers.ts";

beforeEach(() => {
  for (const name of ["FORCE_COLOR", "NO_COLOR", "NODE_DISABLE_COLORS"]) vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

async function headOf(stdout: TextSink, env: Record<string, string> = {}): Promise<string | undefined> {
  const run = await commandLine(["read", "s", "e"], { stdout, env });
  return stripVTControlCharacters(run.stdout)
    .split("\n")
    .find((row) => row.startsWith("▶"));
}

describe("help and version", () => {
  test.each([[[]], [["--help"]], [["help"]]])("%j prints commands and examples on stdout", async (argv) => {
    const run = await commandLine(argv);
    expect(run).toMatchObject({ exitCode: 0, stderr: "", opened: undefined });
    for (const name of ["search", "read", "trace", "lineage", "sessions", "index", "status"]) {
      expect(run.stdout).toContain(`\n  ${name}`);
    }
    expect(run.stdout).toContain("Examples:\n  pi-event-recall search retry budget\n");
  });

  test("a command's help lists its own options and the common ones", async () => {
    const run = await commandLine(["search", "--help"]);
    expect(run.exitCode).toBe(0);
    const own = [
      "session",
      "cwd",
      "kind",
      "entry-type",
      "role",
      "tool",
      "errors",
      "from",
      "to",
      "branch",
      "selection",
      "limit",
      "no-sync",
    ];
    const common = ["sessions", "workspace", "all", "engine", "index", "json"];
    for (const option of [...own, ...common]) expect(run.stdout).toMatch(new RegExp(`\n  --${option}[ \n]`));
  });

  test("--version is the package's", async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
    );
    expect(await commandLine(["--version"])).toMatchObject({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("--json", () => {
  test.each([
    [
      ["search", "x"],
      ["hits", "totals", "coverage"],
    ],
    [
      ["read", "s", "e"],
      ["event", "fragments", "fragmentCoverage", "omissions", "before", "after", "forks", "coverage"],
    ],
    [
      ["trace", "s", "e"],
      ["target", "children", "branchSiblings", "related", "totals", "forks", "truncated", "coverage"],
    ],
    [["lineage", "s"], ["sessions"]],
    [["sessions"], ["sessions", "coverage"]],
    [
      ["status"],
      ["engine", "index", "indexBytes", "version", "roots", "workspaces", "notices", "coverage", "program", "log"],
    ],
    [["index"], ["totals", "coverage"]],
  ])("%j prints one object and nothing else", async (argv, fields) => {
    const run = await commandLine([...argv, "--json"], {
      notices: ["A notice."],
      stdout: new TextSink(80),
      stderr: new TextSink(80),
    });
    expect(run.exitCode).toBe(0);
    expect(Object.keys(JSON.parse(run.stdout))).toEqual(fields);
    expect(run.stderr).toContain("Note: A notice.\n");
  });
});

describe("text", () => {
  test("fits the terminal, else COLUMNS, else 100 cells", async () => {
    const whole = "▶ message (user) · 2026-05-03 10:22 UTC · a1b2c3d4";
    const wrapped = "▶ message (user) · 2026-05-03 10:22 UTC";
    expect(await headOf(new TextSink(40))).toBe(wrapped);
    expect(await headOf(new TextSink(40), { COLUMNS: "200" })).toBe(wrapped);
    expect(await headOf(new TextSink(), { COLUMNS: "40" })).toBe(wrapped);
    expect(await headOf(new TextSink(), { COLUMNS: "-3" })).toBe(whole);
    expect(await headOf(new TextSink())).toBe(whole);
    expect(await headOf(new TextSink(3))).toMatch(/^▶ message \(user\)/);
  });

  test("has no colours where stdout is no terminal", async () => {
    for (const argv of [["search", "retry"], ["sessions"], ["trace", "s", "e"]]) {
      expect((await commandLine(argv)).stdout).not.toContain("\u001b");
    }
  });

  test.each([
    ["FORCE_COLOR", new TextSink(), true],
    ["NO_COLOR", new TextSink(80), false],
  ])("%s decides over the stream", async (name, stdout, isColourful) => {
    vi.stubEnv(name, "1");
    expect((await commandLine(["search", "retry"], { stdout })).stdout.includes("\u001b")).toBe(isColourful);
  });

  test("offers commands that ask the same index and workspace again", async () => {
    const run = await commandLine(["search", "retry", "--workspace", "/w o", "--engine", "memory"]);
    expect(run.stdout).toContain(
      `pi-event-recall read ${SESSION} a1b2c3d4 --fragment 0:user.text --offset 317 --workspace '/w o' --engine memory\n`,
    );
  });
});

describe("stderr", () => {
  test("is silent but for notices where it is no terminal", async () => {
    const run = await commandLine(["index"], { notices: ["The memory engine took over\u001b[2J."] });
    expect(run.stderr).toBe("Note: The memory engine took over\\x1b[2J.\n");
    expect(run.stdout).toBe("Indexed 1 session (12 events, 4.2 KB), ready.\n");
  });

  test("does not repeat a notice that the answer shows", async () => {
    const run = await commandLine(["status"], { notices: ["Shown by the answer.", "Another."] });
    expect(run.stderr).toBe("Note: Another.\n");
    expect(run.stdout).toContain("Note: Shown by the answer.\n");
  });

  test.each([["index"], ["search x"]])("shows progress of %s at a terminal and cleans up after it", async (line) => {
    const run = await commandLine(line.split(" "), { stderr: new TextSink(80) });
    expect(run.stderr).toContain("Indexing ██████████░░░░░░░░░░ 50 % · 1 of 2 files");
    // Hidden at first, shown again at the end.
    expect(run.stderr.lastIndexOf("\u001b[?25h")).toBeGreaterThan(run.stderr.lastIndexOf("\u001b[?25l"));
    expect(run.stdout).not.toContain("Indexing");
  });
});

test("a terminal that does not know its width gets no progress, and COLUMNS or 100 cells", async () => {
  const run = await commandLine(["search", "retry"], { stdout: new TextSink(0), stderr: new TextSink(0) });
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await headOf(new TextSink(0), { COLUMNS: "40" })).toBe("▶ message (user) · 2026-05-03 10:22 UTC");
  expect(await headOf(new TextSink(0))).toBe("▶ message (user) · 2026-05-03 10:22 UTC · a1b2c3d4");
});

test("describeProgress copes with empty files and counts that overshoot", () => {
  expect(describeProgress({ files: 2, filesDone: 1, bytes: 0, bytesDone: 0 })).toContain("50 % · 1 of 2 files");
  expect(describeProgress({ files: 1, filesDone: 1, bytes: 10, bytesDone: 12 })).toBe(
    `Indexing ${"█".repeat(20)} 100 % · 1 of 1 file`,
  );
});

describe("a reader that goes away", () => {
  class ClosedPipe extends TextSink {
    override _write(_chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
      done(Object.assign(new Error("write EPIPE"), { code: this.code }));
    }
    code = "EPIPE";
  }

  test("is no failure", async () => {
    const run = await commandLine(["search", "x"], { stdout: new ClosedPipe() });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.history.calls.at(-1)).toEqual({ method: "close" });
  });

  test("a full disk is one", async () => {
    const stdout = new ClosedPipe();
    stdout.code = "ENOSPC";
    const run = await commandLine(["search", "x"], { stdout });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain("ENOSPC");
  });
});
