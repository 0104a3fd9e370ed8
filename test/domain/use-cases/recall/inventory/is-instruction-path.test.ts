import { expect, test } from "vitest";
import { isInstructionPath } from "../../../../../src/domain/use-cases/recall/inventory/is-instruction-path.ts";

test.each([
  "AGENTS.md",
  "AGENTS.MD",
  "AGENTS.override.md",
  "packages/shop/CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  ".github/instructions/tests.instructions.md",
  ".cursorrules",
  ".cursor/rules/style.mdc",
  "app/.cursor/rules/deep/style.mdc",
  ".pi/SYSTEM.md",
  ".pi/APPEND_SYSTEM.md",
])("%s holds instructions", (path) => {
  expect(isInstructionPath(path)).toBe(true);
});

test.each([
  "README.md",
  "agents.md.txt",
  "MY-AGENTS.md",
  "AGENTS.md/readme",
  "SYSTEM.md",
  "rules/style.mdc",
  "docs/instructions/x.md",
  "",
])("%s holds none", (path) => {
  expect(isInstructionPath(path)).toBe(false);
});
