import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { TotalsReporter } from "./scripts/totals-reporter.ts";

/** Folders under `test/` that take long; everything else runs before them, these in the order named. */
const slowFolders = ["contract", "properties", "oracle", "e2e", "e2e-pi", "reliability", "reliability-damage"];

const rank = (file: TestSpecification) => slowFolders.findIndex((folder) => file.moduleId.includes(`/test/${folder}/`));

class FastFoldersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other) || one.moduleId.localeCompare(other.moduleId));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: FastFoldersFirst },
    globalSetup: ["test/fast-check-seed.ts"],
    setupFiles: ["test/setup.ts"],
    reporters: ["default", new TotalsReporter()],
  },
});
