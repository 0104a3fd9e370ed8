import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { installPackage, packPackage } from "./support/packed-package.ts";
import { PiWorld } from "./support/pi-world.ts";
import { done, search } from "./support/search-steps.ts";

/** What is shipped: packed, installed into an empty folder without network and install scripts, and given to Pi as a person would. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
let world: PiWorld;
let installed: string;
beforeAll(async () => {
  world = new PiWorld(undefined);
  installed = await installPackage(await packPackage(world.folder), join(world.folder, "consumer"));
});
afterAll(() => world.remove());

const filesOf = (folder: string): readonly string[] => readdirSync(folder, { recursive: true, encoding: "utf8" });

describe("the packed package", () => {
  test("has what Pi loads, and nothing of it unbundled", () => {
    const { pi } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      pi: { extensions: string[] };
    };
    for (const extension of pi.extensions) expect(existsSync(join(installed, extension))).toBe(true);
    const files = filesOf(join(installed, "dist"));
    expect(files).toContain(join("pi", "worker.js"));
    expect(files.filter((file) => /^adapters\/pi\/|^entries\/pi-/u.test(file.replaceAll("\\", "/")))).toEqual([]);
    expect(filesOf(installed).filter((file) => /\.tsx?$/u.test(file) && !file.endsWith(".d.ts"))).toEqual([]);
  });

  test("declares no type of a package that its users may not have", () => {
    const declarations = filesOf(join(installed, "dist")).filter((file) => file.endsWith(".d.ts"));
    expect(declarations.length).toBeGreaterThan(100);
    const foreign = /(?:from|import)\s*\(?\s*"(?:@sinclair\/typebox|typebox|@earendil-works\/|better-sqlite3)/u;
    const naming = declarations.filter((file) => foreign.test(readFileSync(join(installed, "dist", file), "utf8")));
    expect(naming).toEqual([]);
  });

  test("loads nothing at run time but Node.js, its dependencies and itself", () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      dependencies: object;
    };
    const bundles = filesOf(join(installed, "dist", "pi")).filter((file) => file.endsWith(".js"));
    const imported = bundles.flatMap((file) => {
      const text = readFileSync(join(installed, "dist", "pi", file), "utf8");
      return [...text.matchAll(/^(?:import|export)[^;]*? from "([^"./][^"]*)"|^import "([^"./][^"]*)"/gmu)].map(
        ([, from, bare]) => from ?? bare ?? "",
      );
    });
    const foreign = imported.filter((name) => !name.startsWith("node:") && !isBuiltin(name));
    expect([...new Set(foreign)]).toEqual(["better-sqlite3"]);
    expect(Object.keys(dependencies)).toContain("better-sqlite3");
    // Pi warns at every start of a package that depends on what Pi itself provides.
    expect(Object.keys(dependencies).filter((name) => /typebox|^@earendil-works\//u.test(name))).toEqual([]);
  });

  test("is installed into Pi, works there without a warning, and is removed again", async () => {
    const pi = (...args: readonly string[]) => runPi(world, args);
    expect(await pi("install", installed)).toMatchObject({ stderr: "" });
    expect((await pi("list")).stdout).toContain("pi-event-recall");
    expect(await world.print("An okapi came.", [done])).toEqual({ exitCode: 0, stdout: "Done.\n", stderr: "" });
    const found = await world.print("Go.", [search("okapi"), { echo: true }]);
    expect(found).toMatchObject({ exitCode: 0, stderr: "" });
    expect(found.stdout).toContain("An «okapi» came.");
    expect(await pi("remove", installed)).toMatchObject({ stderr: "" });
    const gone = await world.print("Go.", [search("okapi"), { echo: true }]);
    expect(gone.stdout).toBe("RESULT<Tool event_search not found>\n");
  });

  test("has the command line", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(installed, "bin", "pi-event-recall.js"),
      "--help",
    ]);
    expect(stdout).toContain("search");
  });
});

async function runPi(place: PiWorld, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { command, args: given, env } = place.commandLine([], {});
  return promisify(execFile)(command, [given[0] ?? "", ...args], { cwd: place.project, env });
}
