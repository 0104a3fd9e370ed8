import { appendFileSync, readFileSync } from "node:fs";

/**
 * Stands for git. Its first word names a JSON file: what to answer each command with, as bytes in base64, and where to note the words,
 * the environment and the input that came.
 */
interface Script {
  readonly log?: string;
  readonly answers: Readonly<Record<string, Answer>>;
}

export interface Answer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** Answers for ever. */
  readonly endless?: boolean;
  /** Never ends by itself. */
  readonly hangs?: boolean;
}

const [, , file = "", ...words] = process.argv;
const script = JSON.parse(readFileSync(file, "utf8")) as Script;
const command = words.slice(words.indexOf("-C") + 2).join(" ");
const input = readFileSync(0, "utf8");
if (script.log !== undefined) {
  appendFileSync(
    script.log,
    `${JSON.stringify({ pid: process.pid, words, input, env: process.env, cwd: process.cwd() })}\n`,
  );
}
const answer = script.answers[command] ?? { exitCode: 99 };
process.exitCode = answer.exitCode ?? 0;
process.stderr.write(Buffer.from(answer.stderr ?? "", "base64"));
process.stdout.write(Buffer.from(answer.stdout ?? "", "base64"));
if (answer.hangs) setInterval(() => undefined, 1_000);
if (answer.endless) {
  const more = (): void => void process.stdout.write(Buffer.alloc(65_536, 0x61), more);
  process.stdout.on("error", () => process.exit(1));
  more();
}
