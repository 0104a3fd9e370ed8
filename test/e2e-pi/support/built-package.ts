import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import bundles from "../../../rolldown.config.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

export interface BuiltPackage {
  /** What `pi -e` takes. */
  readonly folder: string;
  remove(): void;
}

/**
 * The package as Pi loads it, built from the sources as they are now, in a folder of its own. About a quarter of a second.
 * `isPatient`: a query waits half a minute for the index instead of two seconds, so that a busy machine changes no answer. Default true.
 */
export async function buildPackage({ isPatient = true } = {}): Promise<BuiltPackage> {
  const folder = mkdtempSync(join(tmpdir(), "pi-event-recall-package-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await build({ ...bundles, cwd: repository, output: { ...bundles.output, dir: join(folder, "dist", "pi") } });
    if (isPatient) makePatient(join(folder, "dist", "pi"));
  } catch (error) {
    remove();
    throw error;
  }
  cpSync(join(repository, "package.json"), join(folder, "package.json"));
  cpSync(join(repository, "skills"), join(folder, "skills"), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "dir");
  return { folder, remove };
}

/** Leaves a built package the SQLite library without its native part, as an installation for another system does. */
export function withoutBinding({ folder }: BuiltPackage): void {
  rmSync(join(folder, "node_modules"));
  const name = join("node_modules", "better-sqlite3");
  cpSync(join(repository, name), join(folder, name), { recursive: true });
  for (const part of ["prebuilds", "build"]) rmSync(join(folder, name, part), { recursive: true, force: true });
}

/** Takes the SQLite library away from a built package. */
export function withoutSqlite({ folder }: BuiltPackage): void {
  rmSync(join(folder, "node_modules"));
  // A package of that name that cannot be loaded, wherever the search for it would go on.
  const broken = join(folder, "node_modules", "better-sqlite3");
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, "package.json"), JSON.stringify({ name: "better-sqlite3", main: "missing.js" }));
}

function makePatient(folder: string): void {
  const wait = "const WAIT_MS = 2e3;";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const waiting = files.filter((file) => file.endsWith(".js") && readFileSync(file, "utf8").includes(wait));
  const [file] = waiting;
  if (file === undefined || waiting.length > 1) throw new Error(`${waiting.length} files in ${folder} wait.`);
  writeFileSync(file, readFileSync(file, "utf8").replace(wait, "const WAIT_MS = 3e4;"));
}
