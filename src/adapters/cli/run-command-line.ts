import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { CommanderError } from "commander";
import { RecallError } from "../../domain/model/errors.ts";
import { createProgram } from "./create-program.ts";
import { describeFailure } from "./describe-failure.ts";
import { ProgramEnded } from "./program-ended.ts";
import type { Surroundings } from "./surroundings.ts";
import { writeText } from "./write-text.ts";

/**
 * Runs one command line (without the program's name) and returns the exit code: 0 for an answer, also an empty one, 1 for a failure,
 * 2 for bad input; that of a program which was run instead (`open --run`). Answers go to stdout; progress, notices and the one sentence of a failure to stderr. Never throws.
 */
export async function runCommandLine(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let help = "";
  const program = createProgram(surroundings, ownVersion(), (text) => void (help += text));
  try {
    await program.parseAsync(argv.length === 0 ? ["--help"] : argv, { from: "user" }).catch((error: unknown) => {
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    });
    if (help !== "") await writeText(surroundings.stdout, help);
    return 0;
  } catch (error) {
    if (error instanceof ProgramEnded) return error.exitCode;
    const { exitCode, sentence } = describeFailure(error, calledCommand(program, argv));
    const text = `${sentence}\n${hintFor(error, program, surroundings)}`;
    // Where stderr fails too, the exit code is all that is left to tell.
    await writeText(surroundings.stderr, text).catch(() => {});
    return exitCode;
  }
}

function calledCommand(program: Command, argv: readonly string[]): string {
  const words = [program.name()];
  let called = program;
  for (const word of argv) {
    const next = called.commands.find((command) => command.name() === word);
    if (next === undefined) continue;
    words.push(word);
    called = next;
  }
  return words.join(" ");
}

/** The failure's sentence is the same for missing and forbidden and says no more; a person at a terminal gets a hint besides. */
function hintFor(error: unknown, program: Command, { stderr }: Surroundings): string {
  const isForPeople = stderr.isTTY === true && program.opts()["json"] !== true;
  if (!(error instanceof RecallError) || error.code !== "NotFound" || !isForPeople) return "";
  return "Check both ids, or look beyond this workspace with --workspace <dir> or --all.\n";
}

function ownVersion(): string {
  const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { version }: { version: string } = JSON.parse(manifest);
  return version;
}
