/** One way to break one rule; the test writes it once per form of import. */
export interface Plant {
  /** Name of the rule in .dependency-cruiser.js, the only one that may answer. */
  readonly rule: string;
  /** The offending file, added to the skeleton or put in the place of one of its files. */
  readonly file: string;
  /** What it imports: a file of the skeleton, or a package. Absent: nothing. */
  readonly imports?: string;
  /** Files that the violation needs besides. */
  readonly besides?: Readonly<Record<string, string>>;
}

const npmPackage = (name: string) => ({
  [`node_modules/${name}/package.json`]: `{ "name": "${name}", "main": "index.js" }`,
  [`node_modules/${name}/index.js`]: "",
});

/** The smallest src in which every layer stands and does what it is allowed to do. */
export const skeleton: Record<string, string> = {
  "package.json": `{ "type": "module" }`,
  ...npmPackage("better-sqlite3"),
  ...npmPackage("minisearch"),
  ...npmPackage("reflect-metadata"),
  ...npmPackage("tsyringe"),
  "src/ports/clock.ts": "export interface Clock { now(): number }\n",
  "src/ports/event-store.ts": `import type { Clock } from "./clock.ts";\nexport type EventStore = { clock: Clock };\n`,
  "src/domain/model/event.ts": `import type { Clock } from "../../ports/clock.ts";\nexport type Event = { clock: Clock };\n`,
  "src/domain/text/snippet.ts": `export type { Event } from "../model/event.ts";\n`,
  "src/domain/ranking/order.ts": `export * from "../model/event.ts";\n`,
  "src/domain/tree/lineage.ts": `export * from "../text/snippet.ts";\n`,
  "src/domain/use-cases/history.ts": `export * from "../tree/lineage.ts";\n`,
  "src/adapters/memory/engine.ts": `export * from "minisearch";\nexport * from "../../domain/tree/lineage.ts";\n`,
  "src/adapters/sqlite/store.ts": `import "node:fs";\nimport "better-sqlite3";\nexport * from "../../ports/event-store.ts";\n`,
  "src/adapters/session-files/walk.ts": `export * from "node:fs/promises";\n`,
  "src/adapters/git/root.ts": `export * from "node:fs";\n`,
  "src/adapters/local/log.ts": `export * from "node:fs";\n`,
  "src/adapters/cli/commands.ts": `export * from "node:fs";\nexport * from "../../domain/use-cases/history.ts";\n`,
  "src/adapters/worker/client.ts": `export * from "../../domain/use-cases/history.ts";\n`,
  "src/adapters/pi/tools.ts": `export * from "../../domain/use-cases/history.ts";\n`,
  "src/contract/engine-contract.ts": `export * from "../adapters/memory/engine.ts";\n`,
  "src/container.ts": `import "reflect-metadata";\nimport "tsyringe";\nexport const open = () => import("./adapters/sqlite/store.ts");\n`,
  "src/entries/cli.ts": `export * from "../container.ts";\nexport * from "../adapters/cli/commands.ts";\n`,
  "src/entries/testing.ts": `export * from "../contract/engine-contract.ts";\n`,
  "src/entries/pi-event-tools.ts": `export * from "../adapters/pi/tools.ts";\nexport * from "../adapters/worker/client.ts";\n`,
};

const event = "src/domain/model/event.ts";
const lineage = "src/domain/tree/lineage.ts";
const history = "src/domain/use-cases/history.ts";
const sqliteStore = "src/adapters/sqlite/store.ts";
const cliEntry = "src/entries/cli.ts";

export const plants: readonly Plant[] = [
  { rule: "ports-import-only-ports", file: "src/ports/planted.ts", imports: event },
  { rule: "ports-import-only-ports", file: "src/ports/planted.ts", imports: sqliteStore },
  { rule: "ports-import-only-ports", file: "src/ports/planted.ts", imports: "node:fs" },
  { rule: "ports-import-only-ports", file: "src/ports/planted.ts", imports: "minisearch" },

  { rule: "domain-imports-only-domain-and-ports", file: "src/domain/tree/planted.ts", imports: sqliteStore },
  { rule: "domain-imports-only-domain-and-ports", file: "src/domain/tree/planted.ts", imports: "src/container.ts" },
  { rule: "domain-imports-only-domain-and-ports", file: "src/domain/tree/planted.ts", imports: "better-sqlite3" },
  { rule: "domain-imports-only-domain-and-ports", file: "src/domain/use-cases/planted.ts", imports: "tsyringe" },
  { rule: "domain-imports-only-domain-and-ports", file: "src/domain/text/planted.ts", imports: "node:fs/promises" },
  { rule: "domain-imports-only-domain-and-ports", file: "src/domain/text/planted.ts", imports: "node:crypto" },

  { rule: "adapter-imports-no-other-adapter", file: "src/adapters/memory/planted.ts", imports: sqliteStore },
  { rule: "adapter-imports-no-other-adapter", file: "src/adapters/sqlite-two/planted.ts", imports: sqliteStore },
  { rule: "adapter-imports-only-lower-floors", file: "src/adapters/cli/planted.ts", imports: "src/container.ts" },
  { rule: "adapter-imports-only-lower-floors", file: "src/adapters/cli/planted.ts", imports: cliEntry },

  { rule: "contract-imports-only-domain-ports-and-memory", file: "src/contract/planted.ts", imports: sqliteStore },
  {
    rule: "contract-imports-only-domain-ports-and-memory",
    file: "src/contract/planted.ts",
    imports: "src/container.ts",
  },

  { rule: "container-imports-no-entry", file: "src/container.ts", imports: "src/entries/testing.ts" },

  { rule: "only-container-and-entries-import-adapters", file: "src/planted.ts", imports: sqliteStore },
  {
    rule: "only-container-and-entries-import-adapters",
    file: "src/other/planted.ts",
    imports: "src/adapters/memory/engine.ts",
  },
  {
    rule: "pi-entries-see-only-worker-and-pi-adapters",
    file: "src/entries/pi-planted.ts",
    imports: "src/container.ts",
  },
  { rule: "pi-entries-see-only-worker-and-pi-adapters", file: "src/entries/pi-planted.ts", imports: sqliteStore },

  { rule: "model-imports-no-other-domain-folder", file: "src/domain/model/planted.ts", imports: lineage },
  { rule: "text-imports-only-model", file: "src/domain/text/planted.ts", imports: "src/domain/ranking/order.ts" },
  { rule: "nothing-in-the-domain-imports-use-cases", file: "src/domain/tree/planted.ts", imports: history },

  { rule: "file-system-only-in-listed-adapters", file: "src/adapters/memory/planted.ts", imports: "node:fs" },
  { rule: "file-system-only-in-listed-adapters", file: "src/adapters/worker/planted.ts", imports: "node:fs/promises" },
  { rule: "file-system-only-in-listed-adapters", file: "src/entries/planted.ts", imports: "fs" },
  { rule: "tsyringe-only-in-container", file: "src/adapters/cli/planted.ts", imports: "tsyringe" },
  { rule: "tsyringe-only-in-container", file: "src/entries/planted.ts", imports: "reflect-metadata" },
  { rule: "better-sqlite3-only-in-sqlite", file: "src/adapters/memory/planted.ts", imports: "better-sqlite3" },
  { rule: "minisearch-only-in-memory", file: "src/adapters/sqlite/planted.ts", imports: "minisearch" },

  {
    rule: "no-cycles",
    file: "src/domain/tree/planted.ts",
    imports: "src/domain/tree/counterpart.ts",
    besides: { "src/domain/tree/counterpart.ts": `export type * from "./planted.ts";\n` },
  },
  { rule: "no-orphans", file: "src/domain/tree/planted.ts" },
  { rule: "no-unresolvable-imports", file: "src/adapters/cli/planted.ts", imports: "src/adapters/cli/missing.ts" },
];
