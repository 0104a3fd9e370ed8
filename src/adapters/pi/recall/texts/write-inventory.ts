import type { MissingInventory, RepositoryInventoryReport } from "../../../../domain/model/recall.ts";
import { writeName, writeWord } from "../../texts/write-name.ts";

const PATH_BYTES = 800;
const COMMAND_BYTES = 800;
const NAME_BYTES = 240;

/** Writes up to `most` entries of each collection of an inventory; a smaller number makes a shorter text. */
export type WriteInventory = (most: number) => string;

/** An inventory for the model: hints with their origin, or in one line why there is none. */
export function inventoryWriter(inventory: RepositoryInventoryReport | MissingInventory): WriteInventory {
  if (!inventory.available) {
    const why = inventory.reason === "not-a-git-repository" ? "this is no Git repository" : "reading it failed";
    return () => `Repository inventory: none, ${why}.`;
  }
  const { omittedCounts } = inventory;
  const groups = [
    {
      title: "package scripts (git-index)",
      omitted: omittedCounts.packageScripts,
      lines: inventory.packageScripts.flatMap(({ path, packageName, scripts }) => {
        const owner = packageName === undefined ? "" : ` of ${writeName(packageName, NAME_BYTES)}`;
        const named = scripts.map(
          ({ name, command }) => `${writeWord(name, NAME_BYTES)}: ${writeName(command, COMMAND_BYTES)}`,
        );
        return [`${writeName(path, PATH_BYTES)}${owner}`, ...named.map((line) => `  ${line}`)];
      }),
    },
    {
      title: "executable scripts (git-index)",
      omitted: omittedCounts.executableScripts,
      lines: inventory.executableScripts.map((path) => writeName(path, PATH_BYTES)),
    },
    {
      title: "agent instructions (git-index)",
      omitted: omittedCounts.agentInstructions,
      lines: inventory.agentInstructions.map((path) => writeName(path, PATH_BYTES)),
    },
    {
      title: "skills (pi-effective-registry)",
      omitted: omittedCounts.skills,
      lines: inventory.skills.map(({ name, path, description }) => {
        const what = description === undefined ? "" : `: ${writeName(description, COMMAND_BYTES)}`;
        return `${writeWord(name, NAME_BYTES)} in ${writeName(path, PATH_BYTES)}${what}`;
      }),
    },
  ];
  return (most) =>
    [
      "Repository inventory: hints of the Git index, not verified against the working tree, never proof of who owns a workflow.",
      ...groups.flatMap(({ title, omitted, lines }) => {
        const shown = lines.slice(0, most);
        const cut = lines.length - shown.length;
        const rest = [
          ...(cut > 0 ? [`${cut} more lines left out, the result is full`] : []),
          ...(omitted > 0 ? [`${omitted} entries omitted by the budget`] : []),
        ];
        return [
          `${title}: ${lines.length === 0 && omitted === 0 ? "none" : ""}`.trimEnd(),
          ...shown.map((line) => `  ${line}`),
          ...rest.map((line) => `  [${line}]`),
        ];
      }),
    ].join("\n");
}
