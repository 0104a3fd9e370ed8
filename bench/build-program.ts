import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import bundles from "../rolldown.config.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds a program of these benchmarks into a folder, with the worker that Pi loads beside it as `worker.js`: what runs from the sources
 * takes memory for the types that are stripped. Answers with the program's path.
 */
export async function buildProgram(source: string, folder: string): Promise<string> {
  const { worker } = bundles.input as Readonly<Record<string, string>>;
  await build({
    ...bundles,
    cwd: REPOSITORY,
    input: { program: source, worker: worker as string },
    output: { ...bundles.output, dir: folder },
  });
  symlinkSync(join(REPOSITORY, "node_modules"), join(folder, "node_modules"), "dir");
  return join(folder, "program.js");
}
