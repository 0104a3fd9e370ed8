import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DocumentedShell } from "./documented-shell.ts";
import { fencedBlocks } from "./fenced-blocks.ts";
import { pages, repository } from "./pages.ts";

interface Snippet {
  /** Path of the page and line, or the name that the page gives to the file. */
  readonly name: string;
  /** Where it is written, below the temporary folder. */
  readonly file: string;
  readonly text: string;
  readonly isNamed: boolean;
}

/** Snippets with a file name belong together, the others stand alone. A block that only quotes a declaration has neither import nor file. */
const snippets: Snippet[] = pages().flatMap(({ path, text }) =>
  fencedBlocks(text)
    .filter((block) => block.language === "ts" && (block.file !== undefined || /^import /m.test(block.text)))
    .map((block) => ({
      name: block.file === undefined ? `${path}, line ${block.line}` : `${path}, ${block.file}`,
      file: join(path, block.file ?? `line-${block.line}.ts`),
      text: block.text,
      isNamed: block.file !== undefined,
    })),
);
const entries: Readonly<Record<string, string>> = {
  "pi-event-recall": join(repository, "src/entries/index.ts"),
  "pi-event-recall/testing": join(repository, "src/entries/testing.ts"),
};

const folder = mkdtempSync(join(tmpdir(), "recall-snippets-"));
const shell = new DocumentedShell();
afterAll(() => {
  shell.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the TypeScript snippets of the pages", () => {
  beforeAll(() => {
    for (const { file, text } of snippets) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  });

  test("are there", () =>
    expect(snippets.map((snippet) => snippet.name)).toContainEqual(expect.stringMatching(/^README/)));

  test("compile under the strict settings of the repository", async () => {
    const configuration = {
      extends: join(repository, "tsconfig.json"),
      compilerOptions: {
        paths: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, [path]])),
        typeRoots: [join(repository, "node_modules/@types")],
      },
      include: ["**/*.ts"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    // Node and the bundler look for packages beside the file; the compiler is told where they are.
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    expect(await compile()).toBe("");
  });

  test.each(snippets.filter((snippet) => !snippet.isNamed))("$name runs", async ({ file, text }) => {
    const runnable = join(folder, "run", file.replaceAll(/[^\w.]/g, "-"));
    mkdirSync(dirname(runnable), { recursive: true });
    writeFileSync(runnable, againstSources(text));
    const { exitCode, stdout, stderr } = await shell.runFile(runnable);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/\w{6}/);
  });
});

/** What the compiler has to say about the snippets; nothing when all is well. The sources that they import have a check of their own. */
function compile(): Promise<string> {
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, "-p", "."], { cwd: folder }, (error, stdout) => {
      const complaints = stdout.split("\n").filter((line) => line !== "" && !/^(?:\.\.[/\\]|\s)/.test(line));
      resolve(error !== null && stdout === "" ? error.message : complaints.join("\n"));
    });
  });
}

function againstSources(text: string): string {
  return Object.entries(entries).reduce(
    (code, [name, path]) => code.replaceAll(`from "${name}"`, `from ${JSON.stringify(pathToFileURL(path).href)}`),
    text,
  );
}
