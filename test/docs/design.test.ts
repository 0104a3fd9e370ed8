import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pages, readPage, repository } from "./pages.ts";

const sections = new Set(
  Array.from(readPage("docs/design.md").text.matchAll(/^## (\d+)\. /gm), ([, section]) => Number(section)),
);

/** Sections that a text cites: `design §8`, `design §4, §11`, `(§8)`. */
function citedSections(text: string): number[] {
  return Array.from(text.matchAll(/§(\d+)/g), ([, section]) => Number(section));
}

describe("docs/design.md", () => {
  test("has every section that code and pages cite", () => {
    const files = globSync("{src,test,bench,scripts,fixtures}/**/*.ts", { cwd: repository });
    const cited = files.flatMap((file) => citedSections(readFileSync(join(repository, file), "utf8")));
    expect(cited.length).toBeGreaterThan(50);
    const inPages = pages().flatMap((page) => citedSections(page.text));
    expect([...new Set([...cited, ...inPages])].filter((section) => !sections.has(section))).toEqual([]);
  });

  test("numbers its sections without a gap", () => {
    expect([...sections]).toEqual(Array.from(sections, (_, at) => at + 1));
  });
});

describe("docs/decisions.md", () => {
  test("numbers its decisions without a gap, in order", () => {
    const numbers = Array.from(readPage("docs/decisions.md").text.matchAll(/^\*\*(\d+)\. /gm), ([, number]) =>
      Number(number),
    );
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });
});
