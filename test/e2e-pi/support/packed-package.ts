import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "rolldown";
import bundles from "../../../rolldown.config.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

/** Builds and packs the package below a folder, as `npm run build` and `npm pack` do, and returns the tarball. */
export async function packPackage(folder: string): Promise<string> {
  const staged = join(folder, "staged");
  mkdirSync(staged);
  const { files } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { files: readonly string[] };
  const copied = [...files.filter((name) => name !== "dist"), "package.json", "README.md", "LICENSE"];
  for (const name of copied) cpSync(join(repository, name), join(staged, name), { recursive: true });
  const compiler = join(repository, "node_modules", "typescript", "bin", "tsc");
  const project = join(repository, "tsconfig.build.json");
  await run(process.execPath, [compiler, "-p", project, "--outDir", join(staged, "dist")], { cwd: repository });
  await build({ ...bundles, cwd: repository, output: { ...bundles.output, dir: join(staged, "dist", "pi") } });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: staged });
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

/**
 * Installs a tarball into an empty folder from npm's cache alone, without install scripts, and returns the installed package. The lock
 * file is this repository's without what is only for development: so every tarball is one that `npm ci` has fetched here.
 */
export async function installPackage(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder);
  const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked & { version?: string; dependencies?: object }>;
  };
  const { "": root, ...others } = lock.packages;
  const needed = Object.entries(others).filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);
  const dependencies = { "pi-event-recall": `file:${tarball}` };
  const packed = { version: root?.version, resolved: `file:${tarball}`, dependencies: root?.dependencies };
  const packages = {
    "": { name: "consumer", dependencies },
    "node_modules/pi-event-recall": packed,
    ...Object.fromEntries(needed),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ name: "consumer", lockfileVersion: 3, packages }));
  await run("npm", ["ci", "--offline", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"], { cwd: folder });
  return join(folder, "node_modules", "pi-event-recall");
}
