import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";

/** One import: from a place of the picture to another one. */
type Arrow = readonly [from: string, to: string];

const repository = fileURLToPath(new URL("..", import.meta.url));

/**
 * Two Mermaid pictures of what `src` really imports, as Markdown: the five floors, and the folders of the domain. Reads the sources with
 * dependency-cruiser; the same sources give the same text. Error: when dependency-cruiser reads hardly anything (an unsupported
 * TypeScript makes it read nothing and succeed).
 */
export async function drawArchitecture(): Promise<string> {
  const imports = await readImports();
  if (imports.length < 100) throw new Error("dependency-cruiser read next to nothing: check the TypeScript version.");
  const floors = arrowsBetween(imports, floorOf);
  const folders = arrowsBetween(imports, domainFolderOf);
  const adapters = [...new Set(floors.flat())].filter((place) => place.startsWith("adapters/")).toSorted();
  return [
    fenced([
      ...["entries", "container.ts", "contract"].map((place) => `  ${drawNode(place)}`),
      "  subgraph adapters",
      ...adapters.map((place) => `    ${drawNode(place)}`),
      "  end",
      ...["domain", "ports"].map((place) => `  ${drawNode(place)}`),
      ...mergeAdapters(floors).map(drawArrow),
    ]),
    "",
    "Inside the domain (every folder may also use the ports):",
    "",
    fenced([
      ...[...new Set(folders.flat())].toSorted().map((place) => `  ${drawNode(place)}`),
      ...folders.map(drawArrow),
    ]),
  ].join("\n");
}

async function readImports(): Promise<Arrow[]> {
  const options = await extractDepcruiseOptions(join(repository, ".dependency-cruiser.js"));
  const { output } = await cruise(["src"], { ...options, baseDir: repository, includeOnly: { path: "^src/" } });
  if (typeof output === "string") throw new Error(output);
  return output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Arrow => [source, resolved]),
  );
}

/** `entries`, `container.ts`, `adapters/sqlite`, `domain` … */
function floorOf(file: string): string {
  const [, floor = "", folder = ""] = file.split("/");
  return floor === "adapters" ? `${floor}/${folder}` : floor;
}

function domainFolderOf(file: string): string | undefined {
  const [, floor, folder] = file.split("/");
  return floor === "domain" ? folder : undefined;
}

/** Arrows between different places, each once, in a fixed order. */
function arrowsBetween(imports: readonly Arrow[], placeOf: (file: string) => string | undefined): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const [from, to] of imports) {
    const arrow = [placeOf(from), placeOf(to)] as const;
    const [start, end] = arrow;
    if (start !== undefined && end !== undefined && start !== end) arrows.set(arrow.join(" "), [start, end]);
  }
  return [...arrows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, arrow]) => arrow);
}

/** What every adapter imports of the floors below is one arrow of them all. */
function mergeAdapters(arrows: readonly Arrow[]): Arrow[] {
  return arrowsBetween(arrows, (place) => place).flatMap(([from, to], at, all): Arrow[] => {
    if (!from.startsWith("adapters/")) return [[from, to]];
    const isFirst = all.findIndex(([start, end]) => start.startsWith("adapters/") && end === to) === at;
    return isFirst ? [["adapters", to]] : [];
  });
}

function fenced(lines: readonly string[]): string {
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");
}

function drawNode(place: string): string {
  return `${nameOf(place)}["${place.replace("adapters/", "")}"]`;
}

function drawArrow([from, to]: Arrow): string {
  return `  ${nameOf(from)} --> ${nameOf(to)}`;
}

/** Names that Mermaid takes for names: letters, digits and underscores. */
function nameOf(place: string): string {
  return place.replaceAll(/\W/g, "_");
}
