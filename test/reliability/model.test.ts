import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { piScript, searchableText } from "../support/pi-session-arbitraries.ts";
import { compaction, label, sessionName, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { AppendEntry } from "./commands/append-entry.ts";
import { AppendNewline } from "./commands/append-newline.ts";
import { AppendToolCall } from "./commands/append-tool-call.ts";
import { CancelSync } from "./commands/cancel-sync.ts";
import { ChangeHeader } from "./commands/change-header.ts";
import { CompleteRecord } from "./commands/complete-record.ts";
import { ContinueSession } from "./commands/continue-session.ts";
import { DeleteFile } from "./commands/delete-file.ts";
import { DuplicateFile } from "./commands/duplicate-file.ts";
import { ForkSession } from "./commands/fork-session.ts";
import { RenameFile } from "./commands/rename-file.ts";
import { ReplaceFile } from "./commands/replace-file.ts";
import { RestartHistory } from "./commands/restart-history.ts";
import { RestoreFile } from "./commands/restore-file.ts";
import { RewriteInside } from "./commands/rewrite-inside.ts";
import { SwapFiles } from "./commands/swap-files.ts";
import { SyncAndCompare } from "./commands/sync-and-compare.ts";
import { TearAppend } from "./commands/tear-append.ts";
import { TouchFile } from "./commands/touch-file.ts";
import { TruncateFile } from "./commands/truncate-file.ts";
import { WriteSession } from "./commands/write-session.ts";
import { openOnDisk } from "./open-on-disk.ts";
import type { Model, World } from "./world.ts";

const LONG = process.env["LONG"] !== undefined;
/** After this the sequences so far have to do: an hour's work on a slow machine says no more than a minute's on a quick one. */
const SECONDS = LONG ? 360 : 180;
const RUNS = LONG ? 20_000 : 60;

const file = fc.nat(20);
const place = fc.nat(20_000);
const entry = fc.oneof(
  searchableText.map((text) => user(text)),
  searchableText.map((text) => sessionName(text)),
  fc.constantFrom(label("new2", "kept retry"), label("new1"), compaction("summary of the retry", "new3")),
);
const sync = fc.constantFrom(0 as const, 1 as const, "both" as const).map((who) => new SyncAndCompare(who));
const commands = [
  sync,
  sync,
  piScript({ maxLength: 25 }).map((script) => new WriteSession(script)),
  fc.constant(new WriteSession("version 1")),
  fc.tuple(file, piScript({ maxLength: 5, forkDepth: 0 })).map(([at, script]) => new ContinueSession(at, script)),
  fc.tuple(file, entry).map(([at, appended]) => new AppendEntry(at, { kind: "entry", entry: appended })),
  fc
    .tuple(file, fc.constantFrom("branch" as const, "repeat" as const), entry, place)
    .map(([at, kind, appended, where]) => new AppendEntry(at, { kind, entry: appended, place: where })),
  fc
    .tuple(
      file,
      fc.constantFrom("call_a", "call_b"),
      fc.constantFrom("call" as const, "result" as const),
      fc.constantFrom("ls retry", "pi-event-recall search retry"),
    )
    .map(([at, callId, half, text]) => new AppendToolCall(at, callId, half, text)),
  fc.tuple(file, place).map(([at, cut]) => new TearAppend(at, cut)),
  fc.tuple(file, fc.boolean()).map(([at, isWhole]) => new CompleteRecord(at, isWhole)),
  file.map((at) => new AppendNewline(at)),
  fc
    .tuple(file, place, fc.constantFrom("yrter" as const, "retryretry" as const))
    .map(([at, where, word]) => new RewriteInside(at, where, word)),
  fc.tuple(file, place, fc.boolean()).map(([at, where, regrow]) => new TruncateFile(at, where, regrow)),
  file.map((at) => new RenameFile(at)),
  fc.tuple(file, file).map(([at, other]) => new SwapFiles(at, other)),
  file.map((at) => new DeleteFile(at)),
  fc.constant(new RestoreFile()),
  fc.tuple(file, fc.nat(12)).map(([at, entries]) => new ReplaceFile(at, entries)),
  file.map((at) => new TouchFile(at)),
  fc
    .tuple(file, fc.constantFrom("forkFrom" as const, "createBranchedSession" as const, "newSession" as const), place)
    .map(([at, kind, target]) => new ForkSession(at, kind, target)),
  fc
    .tuple(file, fc.constantFrom({ cwd: "/home/ada/payment5" }, { cwd: "/tmp" }, { id: "renamed" }))
    .map(([at, fields]) => new ChangeHeader(at, fields)),
  file.map((at) => new DuplicateFile(at)),
  fc.nat(1).map((which) => new RestartHistory(which)),
  fc.nat(6).map((reports) => new CancelSync(reports)),
];

describe("an index after any sequence of changes, restarts, cancelled syncs and syncs of two histories", () => {
  it("is what a fresh build gives", { timeout: (SECONDS + 120) * 1000 }, async () => {
    const figures = { sequences: 0, commands: 0, syncs: 0, cancelled: 0, restarts: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...commands], { maxCommands: 40, size: "max" }),
        // Every file is large to a history that stages from the first byte on; and some are to the others.
        fc.constantFrom(1, 3_000, 16 * 1024 * 1024),
        fc.array(piScript({ maxLength: 25 }), { minLength: 1, maxLength: 3, size: "max" }),
        (sequence, stagedBytes, scripts) =>
          withTemporaryFolder(async (folder) => {
            figures.sequences++;
            const sessions = join(folder, "sessions");
            mkdirSync(sessions);
            const where = { sessions, index: join(folder, "index.sqlite"), stagedBytes };
            const world: World = {
              ...where,
              histories: [await openOnDisk(where), await openOnDisk({ ...where, stagedBytes: 16 * 1024 * 1024 })],
              figures,
            };
            try {
              const model: Model = { files: [], trash: [], serial: 0 };
              for (const script of scripts) await new WriteSession(script).run(model, world);
              await fc.asyncModelRun(() => ({ model, real: world }), sequence);
              await new SyncAndCompare("both").run(model, world);
            } finally {
              for (const { history } of world.histories) await history.close();
            }
          }),
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: SECONDS * 1000 },
    );
    console.log(`model: ${JSON.stringify(figures)}`);
    expect(figures.syncs).toBeGreaterThan(figures.sequences);
  });
});
