import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Closes a test run with the plain line `N passed, N failed`, which tools read without knowing Vitest. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) count[test.result().state] += 1;
      // A file that broke before or around its tests is a failure of its own.
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed")) count.failed += 1;
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    process.stdout.write(`${count.passed} passed, ${failed} failed${skipped}\n`);
  }
}
