import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "./pages.ts";

export interface ShellOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A shell as the pages assume it: `pi-event-recall` is installed (it is the source entry), Pi's sessions are the fixtures, the terminal is
 * 100 cells wide, and the home directory is fresh.
 */
export class DocumentedShell {
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), "recall-docs-")));
  readonly #env: Readonly<Record<string, string>>;

  constructor() {
    const programs = join(this.#home, "bin");
    mkdirSync(programs);
    mkdirSync(join(this.#home, "project"));
    const program = join(programs, "pi-event-recall");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(repository, "src/entries/cli.ts")}" "$@"\n`);
    chmodSync(program, 0o755);
    this.#env = {
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
      HOME: this.#home,
      COLUMNS: "100",
      PI_CODING_AGENT_SESSION_DIR: join(repository, "fixtures/sessions"),
    };
  }

  /** Runs one line. `npm run -s cli --` stands for the program. */
  run(line: string): Promise<ShellOutcome> {
    return this.#execute("sh", ["-c", line.replace(/^npm run -s cli --/, "pi-event-recall")]);
  }

  /** Runs a TypeScript file. */
  runFile(file: string): Promise<ShellOutcome> {
    return this.#execute(process.execPath, [file]);
  }

  close(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  #execute(program: string, words: readonly string[]): Promise<ShellOutcome> {
    return new Promise((resolve) => {
      execFile(program, words, { cwd: join(this.#home, "project"), env: this.#env }, (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ exitCode, stdout, stderr });
      });
    });
  }
}
