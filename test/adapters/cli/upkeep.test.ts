import { describe, expect, test } from "vitest";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { printPurge } from "../../../src/adapters/cli/printing/print-purge.ts";
import { printStatus } from "../../../src/adapters/cli/printing/print-status.ts";
import { printVerification } from "../../../src/adapters/cli/printing/print-verification.ts";
import { commandLine } from "./command-line.ts";
import { plainPage } from "./plain-page.ts";
import { RecordingHistory } from "./recording-history.ts";
import { coverage, verification } from "./sample-answers.ts";

const methods = (history: RecordingHistory) => history.calls.map(({ method }) => method);

describe("doctor", () => {
  test("syncs, compares with repair, and says so", async () => {
    const run = await commandLine(["doctor"]);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(methods(run.history)).toEqual(["sync", "verify", "close"]);
    expect(run.history.calls[1]?.request).toEqual({ repair: true });
    expect(run.stdout).toBe(
      "Compared 3 files, 40 events and the words of 55 texts.\nThe index is what a fresh one would be.\n",
    );
  });

  test("with --check writes nothing, and exits with 1 when something differs", async () => {
    const history = new RecordingHistory();
    const good = await commandLine(["doctor", "--check"], { history });
    expect(good.exitCode).toBe(0);
    expect(methods(history)).toEqual(["verify", "close"]);
    expect(history.calls[0]?.request).toEqual({ repair: false });
    history.isVerified = false;
    const bad = await commandLine(["doctor", "--check", "--json"], { history });
    expect(bad.exitCode).toBe(1);
    expect(JSON.parse(bad.stdout)).toEqual(verification({ ok: false }));
    expect(bad.stderr).toMatch(/^[^\n]+ pi-event-recall doctor repairs it\.\n$/);
  });

  test("names every kind of difference", () => {
    const found = verification({
      ok: true,
      repaired: true,
      sound: false,
      files: { checked: 3, differing: 1, pending: 2 },
      events: { checked: 40, missing: 1, extra: 2, changed: 3 },
      relations: { differing: 4 },
      postings: { checked: 55, wrong: 1200 },
    });
    expect(printVerification(found, plainPage(120)).split("\n")).toEqual([
      "Compared 3 files, 40 events and the words of 55 texts.",
      "  the index contradicts itself",
      "  1 file not as indexed",
      "  1 event missing",
      "  2 events too many",
      "  3 events changed",
      "  4 links missing or too many",
      "  1,200 texts whose words would not all be found",
      "2 files were not compared: pi-event-recall index takes what has changed.",
      "Repaired: the index is what a fresh one would be.",
    ]);
    expect(printVerification({ ...found, ok: false }, plainPage())).toContain("still differs");
  });
});

describe("purge", () => {
  test("purges, and with --all deletes", async () => {
    const run = await commandLine(["purge"]);
    expect(run.history.calls).toMatchObject([{ method: "purge", request: { all: false } }, { method: "close" }]);
    expect(run).toMatchObject({ exitCode: 0, stderr: "", stdout: "Purged the index: 4.0 KB before, 1.0 KB now.\n" });
    const all = await commandLine(["purge", "--all", "--json"]);
    expect(all.history.calls[0]).toMatchObject({ method: "purge", request: { all: true } });
    expect(JSON.parse(all.stdout)).toEqual({ deleted: true, bytes: { before: 4000, after: 1000 } });
    expect(printPurge({ deleted: true, bytes: { before: 5, after: 0 } }, plainPage())).toMatch(/^Deleted the index/);
    expect(printPurge({ deleted: false, bytes: { before: 5, after: 0 } }, plainPage())).toMatch(/^Nothing was deleted/);
  });
});

describe("index --watch", () => {
  test("syncs with every hint, says only what has changed, and closes the index", async () => {
    const history = new RecordingHistory();
    const hints = [() => {}, () => {}, () => void (history.syncState = "error"), () => {}];
    const run = await commandLine(["index", "--watch"], { history, hints, notices: ["Mind the gap."] });
    expect(run).toMatchObject({ exitCode: 0, stderr: "Note: Mind the gap.\n" });
    expect(methods(history).filter((method) => method === "sync")).toHaveLength(4);
    expect(methods(history).at(-1)).toBe("close");
    expect(run.stdout.match(/^Indexed/gm)).toHaveLength(2);
  });

  test("with --json prints an object per line", async () => {
    const history = new RecordingHistory();
    const hints = [() => {}, () => void (history.syncState = "error")];
    const { stdout } = await commandLine(["index", "--watch", "--json"], { history, hints });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).coverage.state)).toEqual(["ready", "error"]);
  });

  test("says once why a sync failed, and goes on", async () => {
    const history = new RecordingHistory();
    const busy = new RecallError("IndexUnavailable", "The index is busy.");
    const hints = [() => void (history.failure = busy), () => {}, () => void (history.failure = undefined)];
    const run = await commandLine(["index", "--watch"], { history, hints });
    expect(run).toMatchObject({ exitCode: 0, stderr: "The index is busy.\n" });
    expect(run.stdout).toMatch(/^Indexed 1 session /);
  });

  test("stops in the middle of a sync without a word", async () => {
    const history = new RecordingHistory();
    const stop = new AbortController();
    history.failure = new RecallError("Cancelled", "The operation was cancelled.");
    const run = await commandLine(["index", "--watch"], { history, stop, hints: [() => stop.abort(), () => {}] });
    expect(run).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    expect(methods(history)).toEqual(["close"]);
  });
});

describe("status", () => {
  const log = [
    {
      time: "2026-05-04T08:00:00.000Z",
      level: "warn",
      message: "A session file could not be read.",
      path: "/s/a.jsonl",
    },
    {
      time: "2026-05-04T09:00:00.000Z",
      level: "error",
      message: "It failed.",
      cause: "SqliteError: \u001b[2Jmalformed",
    },
  ] as const;

  test("shows versions and what the log has last, escaped", async () => {
    const run = await commandLine(["status"], { log });
    expect(run.stdout).toMatch(/version {5}1, written by \d+\.\d+\.\d+\S* on Node\.js \d+\./);
    expect(run.stdout).toContain("Last messages of the local log:\n  2026-05-04 08:00 UTC warn: A session file");
    expect(run.stdout).toContain("File: /s/a.jsonl");
    expect(run.stdout.replaceAll(/\n +/g, " ")).toContain("Cause: SqliteError: ");
    expect(run.stdout).not.toContain("\u001b");
    const json = await commandLine(["status", "--json"], { log });
    expect(JSON.parse(json.stdout)).toMatchObject({ log, program: { node: process.versions.node } });
  });

  test("has no such part without messages", () => {
    const status = {
      engine: "fts5",
      index: "memory",
      indexBytes: 0,
      version: "1",
      roots: [],
      workspaces: [],
      notices: [],
      coverage: coverage(),
      program: { version: "1", node: "24" },
      log: [],
    };
    expect(printStatus(status, plainPage())).not.toContain("log");
  });
});
