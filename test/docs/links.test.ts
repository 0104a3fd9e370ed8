import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { proseOf } from "./fenced-blocks.ts";
import { pages, readPage, repository } from "./pages.ts";

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsOf(page: string): string[] {
  return Array.from(proseOf(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading));
}

/** Targets of the links of a page that lead into the repository. */
function localLinks(page: string): string[] {
  return Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target).filter(
    (target) => !/^[a-z]+:/.test(target),
  );
}

function leadsNowhere(target: string, path: string, text: string): boolean {
  const [file = "", anchor] = target.split("#");
  const found = file === "" ? path : relative(repository, join(repository, dirname(path), file));
  if (found.startsWith("..") || !existsSync(join(repository, found))) return true;
  return anchor !== undefined && !anchorsOf(file === "" ? text : readPage(found).text).includes(anchor);
}

describe("local links", () => {
  test.each(pages())("of $path lead somewhere", ({ path, text }) => {
    expect(localLinks(text).filter((target) => leadsNowhere(target, path, text))).toEqual([]);
  });

  test("are seen at all, and a broken one is noticed", () => {
    expect(localLinks(readPage("README.md").text).length).toBeGreaterThan(8);
    expect(["docs/nowhere.md", "#nowhere", "docs/design.md#nowhere", "../outside"].map(readmeLeadsNowhere)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(readmeLeadsNowhere("docs/design.md#2-words")).toBe(false);
  });
});

function readmeLeadsNowhere(target: string): boolean {
  return leadsNowhere(target, "README.md", readPage("README.md").text);
}
