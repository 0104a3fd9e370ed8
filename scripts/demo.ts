/**
 * `npm run demo`: shows on the fixtures what the built command line does, in a temporary agent directory. Reads and writes nothing of
 * the user's. `node scripts/demo.ts <entry file>` shows another build of it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";
import { commandToPaste } from "../src/adapters/cli/printing/command-to-paste.ts";
import type { EventSearchAnswer } from "../src/domain/model/hit.ts";

const WORKSPACE = ["--workspace", "/home/ada/payments"];
const ROWS_SHOWN = { head: 22, tail: 8 };

const entry = process.argv[2] ?? fileURLToPath(new URL("../bin/pi-event-recall.js", import.meta.url));
const sessions = fileURLToPath(new URL("../fixtures/sessions", import.meta.url));
const agentDirectory = mkdtempSync(join(tmpdir(), "pi-event-recall-demo-"));
process.once("exit", () => rmSync(agentDirectory, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));

const isColourful = styleText("bold", "x", { stream: process.stdout }) !== "x";

function run(argv: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...argv], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      PI_CODING_AGENT_DIR: agentDirectory,
      PI_CODING_AGENT_SESSION_DIR: sessions,
      COLUMNS: String(process.stdout.columns ?? 100),
      ...(isColourful && { FORCE_COLOR: "1" }),
    },
  });
  if (status !== 0) {
    process.stderr.write(`The demo stopped at: ${argv.join(" ")}\n${stderr}`);
    process.exit(1);
  }
  return stdout;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints what a step is about, the command as a person would type it, and its output, the middle of a long one left out. */
function show(about: string, [verb = "", ...words]: readonly string[]): void {
  say(`\n${styleText("bold", about, { stream: process.stdout })}\n`);
  say(styleText("green", `$ ${commandToPaste(verb, [], words)}`, { stream: process.stdout }));
  const rows = run([verb, ...words])
    .trimEnd()
    .split("\n");
  const left = rows.length - ROWS_SHOWN.head - ROWS_SHOWN.tail;
  if (left < 5) say(rows.join("\n"));
  else
    say([...rows.slice(0, ROWS_SHOWN.head), `    … ${left} more rows …`, ...rows.slice(-ROWS_SHOWN.tail)].join("\n"));
}

function firstHit(...words: readonly string[]): EventSearchAnswer["hits"][number] {
  const answer: EventSearchAnswer = JSON.parse(run(["search", ...words, ...WORKSPACE, "--limit", "1", "--json"]));
  const [hit] = answer.hits;
  if (hit === undefined) throw new Error(`The fixtures hold nothing for ${words.join(" ")}.`);
  return hit;
}

say("Ada works on a payment service with the Pi coding agent. Her sessions lie in fixtures/sessions.");

show("1. Index them. Later commands bring the index up to date by themselves.", ["index", ...WORKSPACE]);

const question = ['"retry budget exceeded"', "attempts"];
show("2. On 6 May a retry budget was exceeded. How many attempts were made? Search.", [
  "search",
  ...question,
  ...WORKSPACE,
]);

const log = firstHit(...question, "--tool", "logs");
const window = ["--fragment", log.matchingFragmentId, "--offset", String(Math.max(0, log.matchOffset - 200))];
show("3. The log among the hits is long. Read a window of it, around the match.", [
  "read",
  log.sessionId,
  log.entryId,
  ...window,
  ...WORKSPACE,
]);

const plan = firstHit("option", "trigger", "--kind", "assistant.text");
show("4. Another day, three plans were tried at one point of a conversation. Trace one: which was followed?", [
  "trace",
  plan.sessionId,
  plan.entryId,
  ...WORKSPACE,
]);

say(`
That index was temporary and is gone. Now your own sessions:

  npm run -s cli -- index
  npm run -s cli -- search <words> --all
  npm run -s cli -- --help
`);
