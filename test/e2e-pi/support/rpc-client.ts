import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { PiEvent, PiOptions, PiWorld } from "./pi-world.ts";
import type { ScriptStep } from "./script-step.ts";

/** Pi's own results of one prompt: what its tools answered, in the order in which they ended. */
export interface ToolEnd extends PiEvent {
  readonly type: "tool_execution_end";
  readonly toolName: string;
  readonly isError: boolean;
  readonly result: { readonly content: readonly { readonly text: string }[]; readonly details: unknown };
}

/** The real Pi in rpc mode. */
export class RpcClient {
  readonly events: PiEvent[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exit: Promise<number | null>;
  readonly #watchers = new Set<() => void>();
  #stderr = "";
  #rest = "";
  #requests = 0;
  #isOver = false;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    this.#exit = new Promise((resolve) =>
      child.once("close", (exitCode) => {
        this.#isOver = true;
        this.#wake();
        resolve(exitCode);
      }),
    );
  }

  static start(world: PiWorld, steps: readonly ScriptStep[], options: PiOptions = {}): RpcClient {
    return new RpcClient(world.start(steps, { ...options, args: [...(options.args ?? []), "--mode", "rpc"] }));
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Sends a command and waits for its response's data. Rejects where Pi refuses. */
  async ask(command: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const id = `request-${++this.#requests}`;
    this.send({ ...command, id });
    const response = await this.next((event) => event.type === "response" && event["id"] === id);
    if (response["success"] !== true) throw new Error(`${command.type}: ${String(response["error"])}`);
    return (response["data"] ?? {}) as Record<string, unknown>;
  }

  send(record: object): void {
    this.#child.stdin.write(`${JSON.stringify(record)}\n`);
  }

  /** Prompts, waits until nothing more happens by itself, and returns the events of that time. */
  async prompt(message: string): Promise<readonly PiEvent[]> {
    const from = this.events.length;
    const { disposition } = await this.ask({ type: "prompt", message });
    if (disposition !== "handled") await this.next((event) => event.type === "agent_settled", from);
    return this.events.slice(from);
  }

  /** Prompts, and what the tools answered. */
  async toolsOf(message: string): Promise<readonly ToolEnd[]> {
    return toolEnds(await this.prompt(message));
  }

  /** The first event from a position on that passes. */
  async next(passes: (event: PiEvent) => boolean, from = 0): Promise<PiEvent> {
    for (;;) {
      const event = this.events.slice(from).find(passes);
      if (event !== undefined) return event;
      if (this.#isOver) throw new Error(`Pi has ended. ${this.#stderr}`);
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  /** Facts of the session in force. */
  async session(): Promise<{ readonly sessionId: string; readonly sessionFile: string }> {
    const { sessionId, sessionFile } = await this.ask({ type: "get_state" });
    return { sessionId: String(sessionId), sessionFile: String(sessionFile) };
  }

  /** Ends standard input, and waits for Pi to end by itself. */
  async close(): Promise<{ readonly exitCode: number | null; readonly stderr: string }> {
    this.#child.stdin.end();
    return this.ended();
  }

  /** Waits for Pi to end, whatever ends it. */
  async ended(): Promise<{ readonly exitCode: number | null; readonly stderr: string }> {
    return { exitCode: await this.#exit, stderr: this.#stderr };
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.events.push(JSON.parse(line) as PiEvent);
    this.#wake();
  }

  #wake(): void {
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const wake of watchers) wake();
  }
}

export function toolEnds(events: readonly PiEvent[]): readonly ToolEnd[] {
  return events.filter((event): event is ToolEnd => event.type === "tool_execution_end");
}

/** The text of a tool's answer. */
export function textOf(end: ToolEnd | undefined): string {
  return end?.result.content.map(({ text }) => text).join("\n") ?? "";
}
