import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { RecallError, type RecallErrorCode } from "../../../src/domain/model/errors.ts";
import { commandLine, TextSink } from "./command-line.ts";
import { RecordingHistory } from "./recording-history.ts";

const thisFile = fileURLToPath(import.meta.url);

/** One sentence on stderr and nothing on stdout. */
function expectSentence(run: { stdout: string; stderr: string }): void {
  expect(run.stdout).toBe("");
  expect(run.stderr).toMatch(/^[^\n]+\.\n$/);
  expect(run.stderr).not.toMatch(/error:|at .*:\d+:\d+/i);
}

function goneFolder(): never {
  throw new Error("ENOENT: no such file or directory, uv_cwd");
}

async function notFound(argv: readonly string[], stderr: TextSink): Promise<string> {
  const history = new RecordingHistory();
  history.failure = new RecallError("NotFound", "Not found in this workspace.");
  return (await commandLine(["read", "s", "e", "--no-sync", ...argv], { history, stderr })).stderr;
}

describe("bad input exits with 2 and says what to do, before anything is opened", () => {
  test.each([
    [["serch", "x"], "Unknown command 'serch' (did you mean search?): see pi-event-recall --help."],
    [["--json"], "No command was given: see pi-event-recall --help."],
    [["search"], "Missing required argument 'query': see pi-event-recall search --help."],
    [["search", "--all"], "Missing required argument 'query': see pi-event-recall search --help."],
    [
      ["search", "-x"],
      "Unknown option '-x': put -- before words that begin with a dash, or see pi-event-recall search --help.",
    ],
    [["read", "s"], "Missing required argument 'entryId': see pi-event-recall read --help."],
    [
      ["trace", "s", "e", "--dept", "1"],
      "Unknown option '--dept' (did you mean --depth?): see pi-event-recall trace --help.",
    ],
    [["search", "x", "--kind"], "Option '--kind <kind>' argument missing: see pi-event-recall search --help."],
    [
      ["lineage", "a", "b"],
      "Too many arguments for 'lineage' (expected 1 argument but got 2: a, b): see pi-event-recall lineage --help.",
    ],
    [
      ["search", "x", "--all", "--workspace", "."],
      "Option '--workspace <dir>' cannot be used with option '--all': see pi-event-recall search --help.",
    ],
    [["status", "--engine", "lucene"], "--engine takes fts5 or memory, not 'lucene'."],
    [["recall"], "No command was given: see pi-event-recall recall --help."],
    [["recall", "reed"], "Unknown command 'reed' (did you mean read?): see pi-event-recall recall --help."],
    [["recall", "read"], "Missing required argument 'session': see pi-event-recall recall read --help."],
    [
      ["recall", "discover", "-x"],
      "Unknown option '-x': put -- before words that begin with a dash, or see pi-event-recall recall discover --help.",
    ],
    [["recall", "browse", "--limit", "11"], "--limit takes a whole number from 1 to 10, not '11'."],
    [["recall", "scroll", "s", "m", "--window", "0"], "--window takes a whole number from 1 to 20, not '0'."],
    [["recall", "discover", "x", "--role", "tool"], "--role takes user or assistant, not 'tool'."],
    [["read", "s", "e", "--order", "x"], "--order takes branch or append, not 'x'."],
    [["read", "s", "e", "--offset", "3"], "--offset needs --fragment, which says in which text to begin."],
    [["search", "x", "--sessions", "no/such"], "--sessions takes an existing folder, and there is none at 'no/such'."],
    [["search", "x", "--sessions", ""], "--sessions takes a folder, not an empty text."],
    [["search", "x", "--sessions", thisFile], `--sessions takes a folder, and '${thisFile}' is a file.`],
    [["search", "x", "--workspace", thisFile], `--workspace takes a folder, and '${thisFile}' is a file.`],
    [["search", "x", "--index", ""], "--index takes a file or the word memory, not an empty text."],
    [["search", "x", "--index", "/"], "--index takes a file, and '/' is a folder."],
    [
      ["search", "x", "--engine", "memory", "--index", "f"],
      "--engine memory keeps no file: leave out --index, or use --engine fts5.",
    ],
    [["search", "=>"], "The query has no searchable terms: use at least one word or number."],
    [
      ["search", "x", "--role", "robot"],
      "--role holds an unknown value: use system, user, assistant, toolResult, bashExecution, custom.",
    ],
    [
      ["search", "x", "--from", "2026-02-30"],
      "--from is no time: use a date such as 2026-03-31 or a time such as 2026-03-31T14:00:00Z.",
    ],
    [["search", "x", "--from", "2026-03-02", "--to", "2026-03-01"], "The time range is empty: --from lies after --to."],
    [["tra\u001b[2J\nce"], "Unknown command 'tra\\x1b[2J\\nce': see pi-event-recall --help."],
  ])("%j", async (argv, sentence) => {
    const run = await commandLine(argv);
    expect(run.stderr).toBe(`${sentence}\n`);
    expectSentence(run);
    expect(run.exitCode).toBe(2);
    expect(run.opened).toBeUndefined();
  });

  test.each([
    ["--limit", ["search", "x"], ["0", "51", "-1", "1.5", "1e1", "0x5", "", " 5", "٣", "99999999999999999999"]],
    ["--before", ["read", "s", "e"], ["11", "x"]],
    ["--after", ["read", "s", "e"], ["11", "-0"]],
    ["--offset", ["read", "s", "e", "--fragment", "0:user.text"], ["-1", "9007199254740993"]],
    ["--depth", ["trace", "s", "e"], ["0", "3"]],
  ])("%s rejects what is no whole number in its range", async (option, argv, values) => {
    for (const value of values) {
      const run = await commandLine([...argv, `${option}=${value}`]);
      expect(run.stderr).toMatch(new RegExp(`^${option} takes a whole number (from \\d+ to \\d+|of 0 or more), not '`));
      expectSentence(run);
      expect(run.exitCode).toBe(2);
    }
  });

  test("a current folder that is gone", async () => {
    const run = await commandLine(["search", "x"], { cwd: goneFolder });
    expect(run).toMatchObject({ exitCode: 2, stderr: "The current folder no longer exists: change to another one.\n" });
  });
});

describe("failures of the history", () => {
  test.each<[RecallErrorCode, number]>([
    ["InvalidQuery", 2],
    ["InvalidFilter", 2],
    ["InvalidRequest", 2],
    ["InvalidConfiguration", 2],
    ["NotFound", 1],
    ["SourceUnreadable", 1],
    ["SourceChanged", 1],
    ["IndexUnavailable", 1],
    ["Cancelled", 1],
  ])("%s exits with %i, its message, and a closed history", async (code, exitCode) => {
    for (const json of [[], ["--json"]]) {
      const history = new RecordingHistory();
      history.failure = new RecallError(code, "A sentence\u001b[2J about `fragmentId`.", {
        cause: new Error("/secret/path"),
      });
      const run = await commandLine(["read", "s", "e", "--no-sync", ...json], { history });
      expect(run).toMatchObject({ exitCode, stdout: "", stderr: "A sentence\\x1b[2J about --fragment.\n" });
      expect(history.calls.at(-1)).toEqual({ method: "close" });
    }
  });

  test("a defect prints neither its stack nor its message, which may hold a path", async () => {
    const history = new RecordingHistory();
    history.failure = new TypeError("cannot read /home/ada/.pi/agent/sessions/x.jsonl");
    const run = await commandLine(["search", "x"], { history });
    expect(run.exitCode).toBe(1);
    expectSentence(run);
    expect(run.stderr).toContain("TypeError");
    expect(run.stderr).not.toContain("/home");
  });

  test("a history that cannot be opened", async () => {
    const openFailure = new RecallError("IndexUnavailable", "The index cannot be written: use --index memory.");
    const run = await commandLine(["status"], { openFailure });
    expect(run).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: "The index cannot be written: use --index memory.\n",
    });
  });

  test("index exits with 1 when the sync failed, after saying what is indexed", async () => {
    const history = new RecordingHistory();
    history.syncState = "error";
    const run = await commandLine(["index"], { history });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain("error.");
    expect(run.stderr).toMatch(/^The index could not be brought up to date[^\n]*\.\n$/);
  });

  test("not found gets a hint at a terminal only, and never with --json", async () => {
    expect(await notFound([], new TextSink())).toBe("Not found in this workspace.\n");
    expect(await notFound([], new TextSink(80))).toMatch(/^Not found in this workspace\.\n.*--all\.\n$/);
    expect(await notFound(["--json"], new TextSink(80))).toBe("Not found in this workspace.\n");
  });
});
