/** Files that Pi or another agent reads as instructions, wherever they lie; compared without regard to letter case. */
const NAMES: ReadonlySet<string> = new Set([
  "agents.md",
  "agents.override.md",
  "claude.md",
  "claude.local.md",
  "gemini.md",
  "copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
]);

/** Such as have their meaning by the folder that they lie in. */
const PLACES = [
  /(?:^|\/)\.pi\/(?:append_)?system\.md$/,
  /(?:^|\/)\.cursor\/rules\/.+\.mdc$/,
  /(?:^|\/)\.github\/instructions\/.+\.instructions\.md$/,
];

/** True for a path that an agent's instructions have by their name. Separators are `/`. */
export function isInstructionPath(path: string): boolean {
  const lower = path.toLowerCase();
  return NAMES.has(lower.slice(lower.lastIndexOf("/") + 1)) || PLACES.some((place) => place.test(lower));
}
