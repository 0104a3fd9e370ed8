import type { RepositoryInventoryReport } from "../../../model/recall.ts";

/** Characters of the inventory as JSON. */
export const INVENTORY_CHARACTERS = 10_000;

/** What an inventory has found, in the order in which it is to be shown. */
export type InventoryCollections = Pick<
  RepositoryInventoryReport,
  "packageScripts" | "executableScripts" | "agentInstructions" | "skills"
>;

const COLLECTIONS = ["packageScripts", "skills", "agentInstructions", "executableScripts"] as const;
type Collection = (typeof COLLECTIONS)[number];

const PROVENANCE = {
  packageScripts: "git-index",
  executableScripts: "git-index",
  agentInstructions: "git-index",
  skills: "pi-effective-registry",
} as const;

/**
 * An inventory within its budget. Every collection loses its end where it must, and none takes room from one that has had less: always the
 * collection that has taken the least takes its next entry. Of package scripts each script is an entry; a manifest is named with its first.
 * `characters`: 10,000 by default. Cost: linear.
 */
export function boundInventory(
  found: InventoryCollections,
  characters: number = INVENTORY_CHARACTERS,
): RepositoryInventoryReport {
  const costs: Record<Collection, readonly number[]> = {
    packageScripts: found.packageScripts.flatMap((manifest) =>
      manifest.scripts.map((script, at) => costOf(script) + (at === 0 ? costOf({ ...manifest, scripts: [] }) : 0)),
    ),
    executableScripts: found.executableScripts.map(costOf),
    agentInstructions: found.agentInstructions.map(costOf),
    skills: found.skills.map(costOf),
  };
  const total = countsOf((name) => costs[name].length);
  const kept = deal(costs, characters - JSON.stringify(report(NOTHING, total)).length);
  return report(
    {
      packageScripts: firstScripts(found.packageScripts, kept.packageScripts),
      executableScripts: found.executableScripts.slice(0, kept.executableScripts),
      agentInstructions: found.agentInstructions.slice(0, kept.agentInstructions),
      skills: found.skills.slice(0, kept.skills),
    },
    countsOf((name) => total[name] - kept[name]),
  );
}

const NOTHING: InventoryCollections = {
  packageScripts: [],
  executableScripts: [],
  agentInstructions: [],
  skills: [],
};

function report(kept: InventoryCollections, omitted: Record<Collection, number>): RepositoryInventoryReport {
  return {
    available: true,
    provenance: PROVENANCE,
    worktreeVerified: false,
    packageScripts: kept.packageScripts,
    executableScripts: kept.executableScripts,
    agentInstructions: kept.agentInstructions,
    skills: kept.skills,
    omittedCounts: omitted,
    truncated: COLLECTIONS.some((name) => omitted[name] > 0),
  };
}

/** How many entries of each collection there is room for. */
function deal(costs: Record<Collection, readonly number[]>, characters: number): Record<Collection, number> {
  const kept = countsOf(() => 0);
  const taken = countsOf(() => 0);
  const open = new Set<Collection>(COLLECTIONS);
  let left = characters;
  while (open.size > 0) {
    const next = [...open].reduce((least, name) => (taken[name] < taken[least] ? name : least));
    const cost = costs[next][kept[next]];
    if (cost === undefined || cost > left) {
      open.delete(next);
      continue;
    }
    kept[next]++;
    taken[next] += cost;
    left -= cost;
  }
  return kept;
}

function firstScripts(
  manifests: InventoryCollections["packageScripts"],
  count: number,
): InventoryCollections["packageScripts"] {
  let left = count;
  return manifests.flatMap((manifest) => {
    const scripts = manifest.scripts.slice(0, left);
    left -= scripts.length;
    return scripts.length > 0 ? [{ ...manifest, scripts }] : [];
  });
}

/** Characters of an entry and of the comma behind it. */
function costOf(entry: unknown): number {
  return JSON.stringify(entry).length + 1;
}

function countsOf(count: (name: Collection) => number): Record<Collection, number> {
  return {
    packageScripts: count("packageScripts"),
    executableScripts: count("executableScripts"),
    agentInstructions: count("agentInstructions"),
    skills: count("skills"),
  };
}
