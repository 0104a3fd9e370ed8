import { Writable } from "node:stream";
import { WriteStream } from "node:tty";
import { runCommandLine } from "../../../src/adapters/cli/run-command-line.ts";
import type { OpenHistoryOptions } from "../../../src/adapters/cli/surroundings.ts";
import type { LogEntry } from "../../../src/ports/log-reader.ts";
import { RecordingHistory } from "./recording-history.ts";

/** A stream that keeps what is written, and may pass for a terminal. */
export class TextSink extends Writable {
  text = "";
  readonly isTTY: boolean;
  readonly columns?: number;
  /** As a terminal answers it, from the environment. */
  readonly getColorDepth = (env?: object): number => WriteStream.prototype.getColorDepth.call(this, env);

  constructor(terminalColumns?: number) {
    super();
    this.isTTY = terminalColumns !== undefined;
    if (terminalColumns !== undefined) this.columns = terminalColumns;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.text += chunk.toString("utf8");
    done();
  }

  // What ora calls on a terminal.
  cursorTo(): void {}
  clearLine(): void {}
  moveCursor(): void {}
}

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly history: RecordingHistory;
  /** What the history was opened with; undefined when it was not. */
  readonly opened: OpenHistoryOptions | undefined;
}

export interface RunOptions {
  readonly history?: RecordingHistory;
  readonly notices?: readonly string[];
  readonly cwd?: () => string;
  readonly env?: Record<string, string>;
  readonly openFailure?: Error;
  readonly stdout?: TextSink;
  readonly stderr?: TextSink;
  readonly log?: readonly LogEntry[];
  /** What is done before each hint that sessions may have changed. */
  readonly hints?: readonly (() => void)[];
  readonly stop?: AbortController;
}

async function* changes(hints: readonly (() => void)[] = [() => {}]): AsyncGenerator<void> {
  for (const before of hints) {
    before();
    yield;
  }
}

/** Runs one command line over a recording history. */
export async function commandLine(argv: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { history = new RecordingHistory(), notices = [], stdout = new TextSink(), stderr = new TextSink() } = options;
  let opened: OpenHistoryOptions | undefined;
  const exitCode = await runCommandLine(argv, {
    openHistory: (asked) => {
      opened = asked;
      return options.openFailure
        ? Promise.reject(options.openFailure)
        : Promise.resolve({
            history,
            notices,
            log: { place: "", recent: () => options.log ?? [] },
            changes: () => changes(options.hints),
          });
    },
    untilStopped: () => (options.stop ?? new AbortController()).signal,
    stdout,
    stderr,
    environment: { cwd: options.cwd ?? (() => "/home/ada/shop"), env: options.env ?? {} },
  });
  return { exitCode, stdout: stdout.text, stderr: stderr.text, history, opened };
}
