import { Command, Option } from "commander";
import { collect } from "./collect.ts";
import { addDoctorCommand } from "./commands/add-doctor-command.ts";
import { addIndexCommand } from "./commands/add-index-command.ts";
import { addLineageCommand } from "./commands/add-lineage-command.ts";
import { addOpenCommand } from "./commands/add-open-command.ts";
import { addPurgeCommand } from "./commands/add-purge-command.ts";
import { addReadCommand } from "./commands/add-read-command.ts";
import { addRecallCommand } from "./commands/recall/add-recall-command.ts";
import { addSearchCommand } from "./commands/add-search-command.ts";
import { addSessionsCommand } from "./commands/add-sessions-command.ts";
import { addStatusCommand } from "./commands/add-status-command.ts";
import { addTraceCommand } from "./commands/add-trace-command.ts";
import { oneOf } from "./one-of.ts";
import type { Surroundings } from "./surroundings.ts";

const EXAMPLES = `
Examples:
  pi-event-recall search retry budget
  pi-event-recall search '"database is locked"' --kind tool.result --errors
  pi-event-recall search --from 2026-03-01 --tool bash -- --force
  pi-event-recall read <sessionId> <entryId> --before 2 --after 2
  pi-event-recall trace <sessionId> <entryId>
  pi-event-recall sessions --all

Answers cover the sessions of the current workspace; --all opens every session.
Exit code: 0 answered (also when nothing matches), 1 something failed, 2 bad input.
`;

/** The commands and their options. Help and version go through `write`; every failure is thrown. */
export function createProgram(surroundings: Surroundings, version: string, write: (text: string) => void): Command {
  const program = new Command("pi-event-recall")
    .description("Search, read and trace the session history of the Pi coding agent.")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {} })
    .exitOverride()
    .option("--sessions <dir>", "folder with Pi's session files (repeatable; default: where Pi keeps them)", collect)
    .addOption(
      new Option(
        "--workspace <dir>",
        "only sessions that ran in this folder or below (repeatable; default: the current work tree)",
      )
        .argParser(collect)
        .conflicts("all"),
    )
    .option("--all", "every session, whatever its workspace")
    .addOption(
      new Option(
        "--engine <name>",
        "fts5, or memory to index anew in memory (default: the setting, else fts5)",
      ).argParser(oneOf("--engine", ["fts5", "memory"])),
    )
    .option("--index <file>", "index file, or memory for none (default: this user's index)")
    .option("--json", "print the answer as one JSON object")
    .addHelpText("after", EXAMPLES);
  addSearchCommand(program, surroundings);
  addReadCommand(program, surroundings);
  addTraceCommand(program, surroundings);
  addLineageCommand(program, surroundings);
  addSessionsCommand(program, surroundings);
  addOpenCommand(program, surroundings);
  addRecallCommand(program, surroundings);
  addIndexCommand(program, surroundings);
  addStatusCommand(program, surroundings);
  addDoctorCommand(program, surroundings);
  addPurgeCommand(program, surroundings);
  return program;
}
