import type { Command } from "commander";
import type { Surroundings } from "../../surroundings.ts";
import { addRecallBrowseCommand } from "./add-recall-browse-command.ts";
import { addRecallDiscoverCommand } from "./add-recall-discover-command.ts";
import { addRecallReadCommand } from "./add-recall-read-command.ts";
import { addRecallScrollCommand } from "./add-recall-scroll-command.ts";

/** `recall`: whole sessions instead of single events, as the tool `session_search` has them. */
export function addRecallCommand(program: Command, surroundings: Surroundings): void {
  const recall = program
    .command("recall")
    .description("Recall whole sessions: browse recent ones, discover them by what was said, read and scroll.");
  addRecallBrowseCommand(recall, surroundings);
  addRecallDiscoverCommand(recall, surroundings);
  addRecallReadCommand(recall, surroundings);
  addRecallScrollCommand(recall, surroundings);
}
