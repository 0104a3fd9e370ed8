import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import type { Coverage } from "../../../src/domain/model/coverage.ts";

const SCRIPT = fileURLToPath(new URL("./sync-once.ts", import.meta.url));

export interface SyncingPlace {
  readonly sessions: string;
  readonly index: string;
  readonly stagedBytes: number;
}

/** A process of its own that brings an index up to date. */
export class SyncingProcess {
  /** Settles when the process has ended: with its coverage, or with `killed`. Rejects when it failed, with what it said. */
  readonly ended: Promise<Coverage | "killed">;
  /** Settles when the index is open, and at the end whatever happens. */
  readonly opened: Promise<void>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #isKilled = false;
  #output = "";
  #reports = 0;
  #awaited: { readonly reports: number; readonly done: () => void } | undefined;

  constructor(place: SyncingPlace) {
    this.#child = spawn(process.execPath, [SCRIPT, JSON.stringify(place)], { stdio: ["ignore", "pipe", "pipe"] });
    const said = text(this.#child.stderr);
    const exited = new Promise<number | null>((done) => void this.#child.once("close", (code) => done(code)));
    this.opened = new Promise((done) => {
      this.#child.stdout.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString();
        this.#reports = this.#output.split("report\n").length - 1;
        if (this.#awaited && this.#reports >= this.#awaited.reports) this.#awaited.done();
        if (this.#output.includes("open\n")) done();
      });
      this.#child.once("close", () => done());
    });
    this.ended = exited.then(async (code) => {
      if (this.#isKilled && code === null) return "killed";
      if (code !== 0) throw new Error(`A syncing process failed (${code}): ${await said}`);
      return JSON.parse(this.#output.trimEnd().split("\n").at(-1) ?? "") as Coverage;
    });
  }

  /** Settles after so many reports of progress, or at the end. */
  async reported(reports: number): Promise<void> {
    const heard = new Promise<void>((done) => {
      this.#awaited = { reports, done };
    });
    if (this.#reports >= reports) return;
    await Promise.race([heard, this.ended.catch(() => undefined)]);
  }

  /** SIGKILL: nothing is cleaned up. */
  kill(): void {
    this.#isKilled = true;
    this.#child.kill("SIGKILL");
  }
}
