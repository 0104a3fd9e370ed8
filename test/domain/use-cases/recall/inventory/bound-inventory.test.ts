import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  boundInventory,
  type InventoryCollections,
} from "../../../../../src/domain/use-cases/recall/inventory/bound-inventory.ts";

const text = fc.string({ maxLength: 60, unit: "binary" });
const paths = fc.array(text, { maxLength: 60 });
const script = fc.record({ name: text, command: text });
const collections: fc.Arbitrary<InventoryCollections> = fc.record({
  packageScripts: fc.array(
    fc.record(
      { path: text, packageName: text, scripts: fc.array(script, { minLength: 1, maxLength: 12 }) },
      { requiredKeys: ["path", "scripts"] },
    ),
    { maxLength: 12 },
  ),
  executableScripts: paths,
  agentInstructions: paths,
  skills: fc.array(fc.record({ name: text, path: text, description: text }, { requiredKeys: ["name", "path"] }), {
    maxLength: 30,
  }),
});

const countOf = (found: InventoryCollections) => ({
  packageScripts: found.packageScripts.flatMap(({ scripts }) => scripts).length,
  executableScripts: found.executableScripts.length,
  agentInstructions: found.agentInstructions.length,
  skills: found.skills.length,
});

describe("an inventory", () => {
  test.prop([collections, fc.integer({ min: 700, max: 10_000 })])(
    "stays within its budget, keeps the beginning of every collection and counts the rest",
    (found, characters) => {
      const report = boundInventory(found, characters);
      expect(JSON.stringify(report).length).toBeLessThanOrEqual(characters);
      const [all, kept] = [countOf(found), countOf(report)];
      for (const name of ["packageScripts", "executableScripts", "agentInstructions", "skills"] as const) {
        expect(report.omittedCounts[name]).toBe(all[name] - kept[name]);
      }
      expect(report.truncated).toBe(Object.values(report.omittedCounts).some((count) => count > 0));
      expect(report.executableScripts).toEqual(found.executableScripts.slice(0, kept.executableScripts));
      expect(report.agentInstructions).toEqual(found.agentInstructions.slice(0, kept.agentInstructions));
      expect(report.skills).toEqual(found.skills.slice(0, kept.skills));
      const flat = ({ packageScripts }: InventoryCollections) =>
        packageScripts.flatMap(({ scripts, ...manifest }) => scripts.map((one) => ({ ...manifest, ...one })));
      expect(flat(report)).toEqual(flat(found).slice(0, kept.packageScripts));
    },
  );

  test.prop([collections])("loses nothing that there is room for", (found) => {
    const characters = JSON.stringify(boundInventory(found, Number.MAX_SAFE_INTEGER)).length;
    expect(boundInventory(found, Number.MAX_SAFE_INTEGER)).toMatchObject({ ...found, truncated: false });
    // Room is counted with a comma behind the last entry of each list, and the longer of `true` and `false`.
    expect(boundInventory(found, characters + 60).truncated).toBe(false);
  });

  test("deals 10,000 characters evenly, whatever one collection holds", () => {
    const many = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word}/${String(at).padStart(4, "0")}`);
    const report = boundInventory({
      packageScripts: [{ path: "package.json", scripts: many("s").map((name) => ({ name, command: "node run.js" })) }],
      executableScripts: many("bin/of/some/length"),
      agentInstructions: ["AGENTS.md"],
      skills: [{ name: "release", path: "skills/release/SKILL.md" }],
    });
    const characters = JSON.stringify(report).length;
    expect(characters).toBeGreaterThan(9_900);
    expect(characters).toBeLessThanOrEqual(10_000);
    expect(report).toMatchObject({
      available: true,
      worktreeVerified: false,
      provenance: {
        packageScripts: "git-index",
        executableScripts: "git-index",
        agentInstructions: "git-index",
        skills: "pi-effective-registry",
      },
      agentInstructions: ["AGENTS.md"],
      skills: [{ name: "release", path: "skills/release/SKILL.md" }],
      truncated: true,
    });
    const scripts = JSON.stringify(report.packageScripts).length;
    const executables = JSON.stringify(report.executableScripts).length;
    expect(Math.abs(scripts - executables)).toBeLessThan(100);
    expect(report.omittedCounts).toMatchObject({ agentInstructions: 0, skills: 0 });
  });

  test("without room for anything still counts", () => {
    const report = boundInventory(
      { packageScripts: [], executableScripts: ["a"], agentInstructions: [], skills: [] },
      10,
    );
    expect(report).toMatchObject({ executableScripts: [], omittedCounts: { executableScripts: 1 }, truncated: true });
  });
});
