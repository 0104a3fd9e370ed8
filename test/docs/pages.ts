import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository's folder, with a slash at its end. */
export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** A page for people. */
export interface Page {
  /** Path from the repository's folder. */
  readonly path: string;
  readonly text: string;
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(repository + path, "utf8") };
}

/** Every page that people are led to. */
export function pages(): Page[] {
  const paths = [
    "README.md",
    "CHANGELOG.md",
    "fixtures/README.md",
    ...globSync("docs/*.md", { cwd: repository }).toSorted(),
  ];
  return paths.map(readPage);
}
