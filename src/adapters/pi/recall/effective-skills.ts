import type { SlashCommandInfo } from "@earendil-works/pi-coding-agent";

/** A skill that Pi offers in this session, as plain data for the worker. */
export interface EffectiveSkill {
  readonly name: string;
  /** Its file, as Pi names it. */
  readonly path: string;
  readonly description?: string;
}

/** What Pi puts before a skill's name to make a command of it (Pi `docs/skills.md`). */
const PREFIX = "skill:";

/** The skills among Pi's commands: those that are in force, after filters and name clashes. */
export function effectiveSkills(commands: readonly SlashCommandInfo[]): readonly EffectiveSkill[] {
  return commands
    .filter(({ source }) => source === "skill")
    .map(({ name, description, sourceInfo }) => ({
      name: name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name,
      path: sourceInfo.path,
      ...(description !== undefined && { description }),
    }));
}
