import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";

const typeBoxLicense = readFileSync(new URL("node_modules/@sinclair/typebox/license", import.meta.url), "utf8");

/**
 * What Pi loads: each extension in one file, and the worker. TypeBox goes in, since Pi warns of packages that depend on it; the SQLite
 * library stays out, since it carries binaries. Everything that the files share goes into one chunk, which is evaluated once for all.
 */
export default defineConfig({
  input: {
    "event-tools": "src/entries/pi-event-tools.ts",
    "session-recall": "src/entries/pi-session-recall.ts",
    worker: "src/entries/worker.ts",
  },
  external: ["better-sqlite3"],
  platform: "node",
  output: {
    dir: "dist/pi",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    cleanDir: true,
    // Everything else that goes in is a dependency as well, and installed with its own license.
    banner: ({ moduleIds }) =>
      moduleIds.some((id) => id.includes("@sinclair/typebox"))
        ? `/*! This file contains:\n\n${typeBoxLicense.trim()}\n*/`
        : "",
  },
});
