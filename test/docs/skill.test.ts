import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recallModeOf } from "../../src/adapters/pi/recall/recall-mode.ts";
import { sessionSearchAnswer } from "../../src/adapters/pi/recall/session-search-answer.ts";
import type { SessionSearchParameters } from "../../src/adapters/pi/recall/session-search-parameters.ts";
import { fencedBlocks } from "./fenced-blocks.ts";
import { readPage, repository } from "./pages.ts";

/** The skills of the package, as Pi finds them: a folder with a `SKILL.md` each. */
const skills = readdirSync(join(repository, "skills")).map((name) => ({
  name,
  ...readPage(`skills/${name}/SKILL.md`),
}));

function frontMatterOf(page: string): Record<string, string> {
  const [, lines = ""] = /^---\n(.*?)\n---\n/s.exec(page) ?? [];
  return Object.fromEntries(lines.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
}

test("the package brings the pattern miner, to Pi too", () => {
  const { pi, files } = JSON.parse(readPage("package.json").text) as { pi: { skills: unknown }; files: string[] };
  expect(skills.map(({ name }) => name)).toEqual(["pi-session-pattern-miner"]);
  expect(pi.skills).toEqual(["./skills"]);
  expect(files).toContain("skills");
});

describe.each(skills)("the skill $name", ({ name, text }) => {
  test("is called like its folder, describes itself, and costs no prompt until it is called", () => {
    const { description = "", ...rest } = frontMatterOf(text);
    expect(rest).toEqual({ name, "disable-model-invocation": "true" });
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(description.length).toBeGreaterThan(40);
    expect(description.length).toBeLessThanOrEqual(1_024);
  });

  test("makes calls that the tool takes, the preparation once", () => {
    const calls = fencedBlocks(text.replaceAll(/^ {2}/gm, "")).map((block) => {
      expect(block.language).toBe("json");
      return recallModeOf(JSON.parse(block.text) as SessionSearchParameters).mode;
    });
    expect(calls).toEqual(["preparation", "discovery", "scroll"]);
  });

  test("names fields that an answer has", () => {
    const cells = Array.from(text.matchAll(/^\| (.*?) \|/gm), ([, cell = ""]) => cell);
    const named = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/`([\w.]+)(?::[^`]*)?`/g), ([, field = ""]) => field),
    );
    const fields = [...named.flatMap((field) => field.split(".")), "omittedCounts", "lineage", "path", "id"];
    expect(named.length).toBeGreaterThan(6);
    const answer = JSON.stringify(sessionSearchAnswer);
    expect(fields.filter((field) => !answer.includes(`"${field}":`))).toEqual([]);
  });
});
