import { mkdirSync, symlinkSync, writeFileSync, appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFileDiagnostics } from "../../../src/adapters/local/file-diagnostics.ts";
import { createLogReader } from "../../../src/adapters/local/read-log.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

test("reads what the log has last, oldest first, with the innermost cause", () =>
  withTemporaryFolder((folder) => {
    const log = createLogReader(folder);
    expect(log.recent(5)).toEqual([]);
    const diagnostics = createFileDiagnostics(folder);
    for (let at = 0; at < 9; at++) diagnostics.warn(`message ${at}`, { path: `/s/${at}.jsonl` });
    const error = new Error("outer", { cause: new TypeError("inner") });
    diagnostics.error("It failed.", { error });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(log.recent(2)).toEqual([
      { time, level: "warn", message: "message 8", path: "/s/8.jsonl" },
      { time, level: "error", message: "It failed.", cause: "TypeError: inner" },
    ]);
  }));

test("passes over lines that are no messages, and reads only the end of a large log", () =>
  withTemporaryFolder((folder) => {
    createFileDiagnostics(folder).warn("first");
    const path = join(folder, "pi-event-recall", "log.ndjson");
    appendFileSync(path, `garbage\n{}\n[1]\nnull\n${"x".repeat(600_000)}\n`);
    createFileDiagnostics(folder).warn("last");
    expect(
      createLogReader(folder)
        .recent(9)
        .map(({ message }) => message),
    ).toEqual(["last"]);
  }));

test("never throws: no link is followed, and a folder is no log", () =>
  withTemporaryFolder((folder) => {
    mkdirSync(join(folder, "pi-event-recall"));
    writeFileSync(join(folder, "secret"), '{"level":50,"time":"2026","msg":"secret"}\n');
    symlinkSync(join(folder, "secret"), join(folder, "pi-event-recall", "log.ndjson"));
    expect(createLogReader(folder).recent(5)).toEqual([]);
    expect(createLogReader(join(folder, "secret")).recent(5)).toEqual([]);
  }));
