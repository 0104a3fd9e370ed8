import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuiltPackage } from "./built-package.ts";

/** Added to the worker: it ends, without a word, with the first message that holds a text while a file exists. */
const CRASH = `
import { parentPort as crashPort } from "node:worker_threads";
import { existsSync as crashWanted, readFileSync as crashText, rmSync as crashOnce } from "node:fs";
const crashFile = process.env["CRASH_FILE"];
crashPort.on("message", (message) => {
  if (!crashWanted(crashFile) || !JSON.stringify(message).includes(crashText(crashFile, "utf8"))) return;
  crashOnce(crashFile);
  process.exit(9);
});
`;

/** A copy of a built package whose worker crashes when it is told to. */
export function withCrashingWorker({ folder }: BuiltPackage): BuiltPackage {
  const copy = copyPackage(folder);
  appendFileSync(join(copy, "dist", "pi", "worker.js"), CRASH);
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

function copyPackage(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "pi-event-recall-crashing-"));
  for (const name of ["dist", "package.json"]) cpSync(join(folder, name), join(copy, name), { recursive: true });
  symlinkSync(join(folder, "node_modules"), join(copy, "node_modules"), "dir");
  return copy;
}
