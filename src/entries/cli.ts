import { runCommandLine } from "../adapters/cli/run-command-line.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), {
  // Loaded with the first command that needs it: help and bad input answer at once.
  openHistory: async (options) => (await import("../container.ts")).openHistory(options),
  untilStopped: () => {
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
    return stopping.signal;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  environment: { cwd: () => process.cwd(), env: process.env },
});
