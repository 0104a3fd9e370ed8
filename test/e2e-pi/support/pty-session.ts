import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import type { PiOptions, PiWorld } from "./pi-world.ts";
import type { ScriptStep } from "./script-step.ts";

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The real Pi in a terminal of 120 × 40, by `script` of util-linux. */
export class PtySession {
  #output = "";
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exit: Promise<number | null>;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    this.#exit = new Promise((resolve) => child.once("close", resolve));
  }

  static start(world: PiWorld, steps: readonly ScriptStep[], options: PiOptions = {}): PtySession {
    const { command, args, env } = world.commandLine(steps, options);
    const line = `stty cols 120 rows 40; exec ${[command, ...args].map(quoted).join(" ")}`;
    const child = spawn("script", ["--quiet", "--flush", "--return", "--command", line, "/dev/null"], {
      cwd: options.cwd ?? world.project,
      env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" },
      timeout: 30_000,
      killSignal: "SIGKILL",
    });
    return new PtySession(child);
  }

  /** Everything that was drawn so far, without colours. */
  get text(): string {
    return stripVTControlCharacters(this.#output);
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** Types a prompt and presses Enter until something is drawn: while Pi starts it leaves the prompt where it is. */
  async prompt(message: string, wanted: string | RegExp): Promise<void> {
    await this.drawn("[Extensions]");
    this.type(message);
    const press = setInterval(() => this.type("\r"), 300);
    try {
      await this.drawn(wanted);
    } finally {
      clearInterval(press);
    }
  }

  /** Waits until something is drawn after a position of `text`. */
  async drawn(wanted: string | RegExp, from = 0): Promise<void> {
    const until = Date.now() + 15_000;
    for (;;) {
      const rest = this.text.slice(from);
      if (typeof wanted === "string" ? rest.includes(wanted) : wanted.test(rest)) return;
      if (Date.now() > until) throw new Error(`Never drawn: ${String(wanted)}\n${rest.slice(-4000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Quits with Ctrl+D, as a person does, and waits for Pi to end. Ctrl+C would hit the shell once Pi has let go of the terminal. */
  async quit(): Promise<number | null> {
    const press = setInterval(() => this.type("\u0004"), 200);
    const exitCode = await this.#exit;
    clearInterval(press);
    return exitCode;
  }
}
