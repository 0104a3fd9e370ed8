import { CommanderError } from "commander";
import { RecallError } from "../../domain/model/errors.ts";
import { OPTION_NAMES } from "./option-names.ts";
import { escapeForTerminal } from "../../domain/text/escape-for-terminal.ts";

export interface Failure {
  /** 2: bad input. 1: anything else. */
  readonly exitCode: 1 | 2;
  /** One plain sentence without a line break, never a stack. */
  readonly sentence: string;
}

/** Says what went wrong and what to do. `command` is the one that was called, for its help. */
export function describeFailure(error: unknown, command: string): Failure {
  if (error instanceof CommanderError) return { exitCode: 2, sentence: describeUsage(error, command) };
  if (error instanceof RecallError) {
    return { exitCode: error.isCallersFault ? 2 : 1, sentence: escapeForTerminal(withOptionNames(error)) };
  }
  const name = error instanceof Error ? ("code" in error ? String(error.code) : error.name) : typeof error;
  return {
    exitCode: 1,
    sentence: `Something unexpected failed (${escapeForTerminal(name)}): try again with --index memory, and report it if that fails too.`,
  };
}

/** `error: unknown option '--kinds'\n(Did you mean --kind?)` becomes one sentence that names the help. */
function describeUsage(error: CommanderError, command: string): string {
  if (error.code === "commander.help") return `No command was given: see ${command} --help.`;
  const problem = error.message
    .replace(/^error: /, "")
    .replace(/\n\(Did/, " (did")
    .replace(/\. Expected (.*?)\.?$/s, " (expected $1)");
  const isDashed = error.code === "commander.unknownOption" && / (search|discover)$/.test(command);
  const remedy = isDashed
    ? `put -- before words that begin with a dash, or see ${command} --help`
    : `see ${command} --help`;
  return escapeForTerminal(`${problem.charAt(0).toUpperCase()}${problem.slice(1)}: ${remedy}.`);
}

/** The domain names the request's fields; a person knows the options. */
function withOptionNames({ message }: RecallError): string {
  return message.replace(/`(\w+)`/g, (quoted, field: string) => OPTION_NAMES[field] ?? quoted);
}
