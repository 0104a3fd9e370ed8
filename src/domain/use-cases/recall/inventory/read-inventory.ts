import type { IndexEntryRecord, RepositoryInventory } from "../../../../ports/repository-inventory.ts";
import type { SkillRecord } from "../../../../ports/skill-registry.ts";
import { compareTexts } from "../../../model/compare.ts";
import { inventoryFailed } from "../../../model/errors.ts";
import type { RepositoryInventoryReport } from "../../../model/recall.ts";
import { boundName } from "../../../text/bound-name.ts";
import { clipText } from "../../../text/clip-text.ts";
import type { CallOptions } from "../../history.ts";
import type { HistoryParts } from "../../history-parts.ts";
import { namesWithin } from "../../scope/path-within.ts";
import { boundInventory, type InventoryCollections } from "./bound-inventory.ts";
import { isInstructionPath } from "./is-instruction-path.ts";
import { readManifest } from "./read-manifest.ts";

const DESCRIPTION_CODE_POINTS = 240;

/**
 * What a repository's index, and Pi's registry of skills, name that could own a workflow: hints, the highest in the tree first. Skills count
 * whose file, links resolved, lies in the repository. Errors: `InventoryFailed`, also for an index with conflicts or with a manifest that is
 * no regular file; `Cancelled`.
 */
export async function readInventory(
  top: string,
  skills: readonly SkillRecord[],
  inventory: RepositoryInventory,
  { workspaces }: Pick<HistoryParts, "workspaces">,
  options: CallOptions,
): Promise<RepositoryInventoryReport> {
  const entries = (await inventory.entries(top, options)).toSorted(compareDepth);
  if (entries.some(({ stage }) => stage !== 0)) {
    throw inventoryFailed("The index has conflicts: resolve them, or abort the merge.");
  }
  const manifests = entries.filter(({ path }) => /(?:^|\/)package\.json$/.test(path));
  if (!manifests.every(isRegularFile)) throw inventoryFailed("A package manifest in the index is no regular file.");
  const texts = await inventory.texts(
    top,
    manifests.map(({ objectId }) => objectId),
    options,
  );
  return boundInventory({
    packageScripts: manifests
      .map(({ path }, at) => ({ path, ...readManifest(texts[at] ?? "") }))
      .filter(({ scripts }) => scripts.length > 0),
    executableScripts: entries.filter(({ mode }) => mode === "100755").map(({ path }) => path),
    agentInstructions: entries
      .filter((entry) => isRegularFile(entry) && isInstructionPath(entry.path))
      .map(({ path }) => path),
    skills: await skillsWithin(top),
  });

  async function skillsWithin(folder: string): Promise<InventoryCollections["skills"]> {
    const placed = await Promise.all(
      skills.map(async ({ name, description, path }) => {
        const names = namesWithin(folder, await workspaces.resolve(path), workspaces.style);
        if (names === undefined || names.length === 0) return [];
        const brief = description === undefined ? "" : clipText(description, DESCRIPTION_CODE_POINTS);
        return [{ name: boundName(name), path: names.join("/"), ...(brief !== "" && { description: brief }) }];
      }),
    );
    return placed
      .flat()
      .toSorted((one, other) => compareTexts(one.name, other.name) || compareTexts(one.path, other.path));
  }
}

function isRegularFile({ mode }: IndexEntryRecord): boolean {
  return mode === "100644" || mode === "100755";
}

/** The higher in the tree, the likelier a file is to speak for the whole repository. */
function compareDepth(one: IndexEntryRecord, other: IndexEntryRecord): number {
  return depthOf(one) - depthOf(other) || compareTexts(one.path, other.path);
}

function depthOf({ path }: IndexEntryRecord): number {
  return path.split("/").length;
}
