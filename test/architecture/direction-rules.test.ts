import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Plant, plants, skeleton } from "./planted-violations.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const options = await extractDepcruiseOptions(join(repository, ".dependency-cruiser.js"));
const ruleNames = (options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? "unnamed");

async function cruiseSource(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(["src"], { ...options, baseDir });
  if (typeof output === "string") throw new Error(output);
  return output;
}

const violationsOf = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);

async function temporaryRepository(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "direction-rules-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** Every way in which TypeScript lets one file name another. */
const importForms: Record<string, (specifier: string) => string> = {
  value: (specifier) => `import * as planted from "${specifier}";\nexport { planted };\n`,
  "type-only": (specifier) => `import type * as planted from "${specifier}";\nexport type Planted = typeof planted;\n`,
  "re-exported": (specifier) => `export * from "${specifier}";\n`,
  dynamic: (specifier) => `export const planted = () => import("${specifier}");\n`,
  "import-type": (specifier) => `export type Planted = import("${specifier}").Planted;\n`,
};

const builtinForms: typeof importForms = {
  ...importForms,
  getBuiltinModule: (specifier) => `export const planted = process.getBuiltinModule("${specifier}");\n`,
};

function plantedTexts({ file, imports }: Plant): [form: string, text: string][] {
  if (imports === undefined) return [["without imports", "export const planted = 1;\n"]];
  const forms = isBuiltin(imports) ? builtinForms : importForms;
  return Object.entries(forms).map(([form, write]) => [form, write(specifierOf(file, imports))]);
}

function specifierOf(file: string, target: string): string {
  if (!target.startsWith("src/")) return target;
  const path = relative(dirname(file), target);
  return path.startsWith(".") ? path : `./${path}`;
}

describe("direction rules", () => {
  test("hold in src", async () => {
    const result = await cruiseSource(repository);
    expect(violationsOf(result)).toEqual([]);
    // With an unsupported TypeScript, dependency-cruiser reads no module and finds no violation.
    expect(result.summary.totalCruised).toBeGreaterThan(20);
  });

  test("allow what the layout allows", async () => {
    const result = await cruiseSource(await temporaryRepository(skeleton));
    expect(violationsOf(result)).toEqual([]);
  });

  test("each have a planted violation and a comment that says what to do", () => {
    expect([...new Set(plants.map((plant) => plant.rule))].toSorted()).toEqual(ruleNames.toSorted());
    for (const rule of options.ruleSet?.forbidden ?? []) expect(rule.comment, rule.name).toMatch(/\w{3}/);
  });

  const titled = plants.map(
    (plant) => [`${plant.rule}: ${plant.file} → ${plant.imports ?? "nothing"}`, plant] as const,
  );

  test.each(titled)("%s is caught in every form, and by this rule alone", async (_title, plant) => {
    for (const [form, text] of plantedTexts(plant)) {
      const root = await temporaryRepository({ ...skeleton, ...plant.besides, [plant.file]: text });
      const { violations } = (await cruiseSource(root)).summary;
      const culprits = [plant.file, ...Object.keys(plant.besides ?? {})];
      expect([...new Set(violations.map(({ rule }) => rule.name))], form).toEqual([plant.rule]);
      expect(culprits, form).toEqual(expect.arrayContaining(violations.map(({ from }) => from)));
    }
  });
});
