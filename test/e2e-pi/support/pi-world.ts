import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScriptStep } from "./script-step.ts";

const CLI = fileURLToPath(
  new URL("../../../node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js", import.meta.url),
);
const SCRIPTED_MODEL = fileURLToPath(new URL("scripted-model.ts", import.meta.url));
/** Milliseconds. Pi takes half a second; a busy machine may take twenty times as long. */
const TIMEOUT_MS = 50_000;

export interface PiRun {
  /** Null: killed, because it did not end by itself in 50 seconds. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PiOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the project. */
  readonly cwd?: string;
  /** Default: the scripted model alone. */
  readonly extensions?: readonly string[];
}

/** A line of a session file. */
export type SessionLine = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/** A home, an agent directory and a project of their own, and the real Pi in them: its command line, with a scripted model. */
export class PiWorld {
  readonly folder: string;
  readonly agentDir: string;
  readonly project: string;
  readonly #package: string | undefined;
  #scripts = 0;

  /** `packageFolder`: loaded into every Pi; undefined leaves it out. `parent`: where the world lies. */
  constructor(packageFolder: string | undefined, parent: string = tmpdir()) {
    this.folder = mkdtempSync(join(parent, "pi-event-recall-world-"));
    this.agentDir = join(this.folder, "home", ".pi", "agent");
    this.project = join(this.folder, "project");
    this.#package = packageFolder;
    mkdirSync(this.agentDir, { recursive: true });
    mkdirSync(this.project);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The folder of the index. */
  get indexFolder(): string {
    return join(this.agentDir, "pi-event-recall");
  }

  /** Writes Pi's settings. */
  settings(settings: object): void {
    writeFileSync(join(this.agentDir, "settings.json"), JSON.stringify(settings));
  }

  /** Starts Pi with a script. */
  start(steps: readonly ScriptStep[], options: PiOptions = {}): ChildProcessWithoutNullStreams {
    const { command, args, env } = this.commandLine(steps, options);
    return spawn(command, args, {
      cwd: options.cwd ?? this.project,
      env,
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
  }

  commandLine(steps: readonly ScriptStep[], { args = [], env = {}, extensions = [] }: PiOptions) {
    const script = join(this.folder, `script-${++this.#scripts}.json`);
    writeFileSync(script, JSON.stringify(steps));
    const loaded = [SCRIPTED_MODEL, ...extensions, ...(this.#package === undefined ? [] : [this.#package])];
    return {
      command: process.execPath,
      args: [CLI, ...loaded.flatMap((extension) => ["-e", extension]), "--model", "faux/faux-1", ...args],
      env: {
        PATH: process.env["PATH"],
        HOME: join(this.folder, "home"),
        PI_CODING_AGENT_DIR: this.agentDir,
        PI_OFFLINE: "1",
        PI_TELEMETRY: "0",
        SCRIPTED_STEPS: script,
        ...env,
      },
    };
  }

  /** `pi -p`: one prompt, to the end. */
  async print(prompt: string, steps: readonly ScriptStep[], options: PiOptions = {}): Promise<PiRun> {
    return ended(this.start(steps, { ...options, args: [...(options.args ?? []), "-p", prompt] }));
  }

  /** `pi --mode json`: one prompt, to the end, and its events. */
  async json(prompt: string, steps: readonly ScriptStep[], options: PiOptions = {}) {
    const run = await ended(
      this.start(steps, { ...options, args: [...(options.args ?? []), "--mode", "json", prompt] }),
    );
    const events = run.stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as PiEvent]));
    return { ...run, events };
  }

  /** Every session file of the default directory, oldest first. */
  sessionFiles(folder = join(this.agentDir, "sessions")): readonly string[] {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".jsonl"));
    return files.map((file) => join(folder, file)).toSorted();
  }
}

export type PiEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Waits until a process has ended by itself or was killed. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<PiRun> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end();
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}

export function linesOf(file: string): readonly SessionLine[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as SessionLine]));
}
