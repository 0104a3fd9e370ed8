import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { drawArchitecture } from "../../scripts/draw-architecture.ts";
import { readPage, repository } from "./pages.ts";

const page = readPage("docs/architecture.md").text;

test("the pictures are what the sources say (npm run docs:architecture draws them anew)", async () => {
  const pictures = await drawArchitecture();
  expect(pictures).toContain("container_ts --> adapters_sqlite");
  expect(page).toContain(`\n\n${pictures}\n\n`);
});

test("the guide leads to every folder of rules", () => {
  const folders = globSync("src/{adapters,domain}/*/", { cwd: repository }).map((folder) =>
    folder.replaceAll("\\", "/"),
  );
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => !new RegExp(`\\(\\.\\./${folder}[/)]`).test(page))).toEqual([]);
});
