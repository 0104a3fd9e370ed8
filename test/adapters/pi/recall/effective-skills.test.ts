import type { SlashCommandInfo } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { effectiveSkills } from "../../../../src/adapters/pi/recall/effective-skills.ts";

test("skills are the commands that come from skills, under their own names", () => {
  const sourceInfo = (path: string) => ({ path, source: "local", scope: "project", origin: "top-level" });
  const commands = [
    { name: "deploy", source: "extension", sourceInfo: sourceInfo("/w/.pi/extensions/deploy.ts") },
    {
      name: "skill:release",
      description: "Releases",
      source: "skill",
      sourceInfo: sourceInfo("/w/skills/release/SKILL.md"),
    },
    { name: "review", description: "Reviews", source: "prompt", sourceInfo: sourceInfo("/w/.pi/prompts/review.md") },
    { name: "skill:bare", source: "skill", sourceInfo: sourceInfo("/w/skills/bare/SKILL.md") },
  ] as unknown as SlashCommandInfo[];
  expect(effectiveSkills(commands)).toEqual([
    { name: "release", path: "/w/skills/release/SKILL.md", description: "Releases" },
    { name: "bare", path: "/w/skills/bare/SKILL.md" },
  ]);
});
