/**
 * Who may import whom. Five floors, every arrow down: entries → container → adapters → domain → ports.
 * Each rule has a test that breaks it on purpose: test/architecture/direction-rules.test.ts.
 */

/** Matches an npm package wherever it was resolved to, its separate type declarations included. */
const npmPackages = (names) => `(^|/)node_modules/(@types/)?(${names})/|^(${names})(/|$)`;

const floors = [
  {
    name: "ports-import-only-ports",
    comment:
      "A port is types only. Move the type you need into src/ports as a plain record, or move your file up into the domain.",
    from: { path: "^src/ports/" },
    to: { pathNot: "^src/ports/" },
  },
  {
    name: "domain-imports-only-domain-and-ports",
    comment:
      "The domain is pure TypeScript: no npm, no node:, no adapter. State what you need as a port and let an adapter do it.",
    from: { path: "^src/domain/" },
    to: { pathNot: "^src/(domain|ports)/" },
  },
  {
    name: "adapter-imports-no-other-adapter",
    comment:
      "Adapters do not know each other. Take the other one through its port and let src/container.ts bring them together.",
    from: { path: "^src/adapters/([^/]+)/" },
    to: { path: "^src/adapters/", pathNot: "^src/adapters/$1/" },
  },
  {
    name: "adapter-imports-only-lower-floors",
    comment: "An adapter sees the domain, the ports and its own folder. Have src/container.ts hand in what you need.",
    from: { path: "^src/adapters/" },
    to: { path: "^src/", pathNot: "^src/(adapters|domain|ports)/" },
  },
  {
    name: "contract-imports-only-domain-ports-and-memory",
    comment:
      "The exported contract suite must run against engines we never saw: it knows the domain, the ports and the memory adapter as its yardstick.",
    from: { path: "^src/contract/" },
    to: { path: "^src/", pathNot: "^src/(contract|domain|ports|adapters/memory)/" },
  },
  {
    name: "container-imports-no-entry",
    comment:
      "Entries start the container, never the other way round. Move what you need into an adapter or the domain.",
    from: { path: "^src/container\\.ts$" },
    to: { path: "^src/entries/" },
  },
  {
    name: "only-container-and-entries-import-adapters",
    comment:
      "Only src/container.ts and src/entries know adapters (src/contract: the memory adapter). Depend on the port and get the adapter injected.",
    from: { path: "^src/", pathNot: "^src/(ports|domain|adapters|contract|entries)/|^src/container\\.ts$" },
    to: { path: "^src/adapters/" },
  },
  {
    name: "pi-entries-see-only-worker-and-pi-adapters",
    comment:
      "What Pi's main thread loads must stay light: only the worker client and adapters/pi. Put the work behind History, in the worker.",
    from: { path: "^src/entries/pi-" },
    to: { path: "^src/", pathNot: "^src/adapters/(worker|pi)/" },
  },
];

const domainFolders = [
  {
    name: "model-imports-no-other-domain-folder",
    comment:
      "domain/model is the ground of the domain. Move the rule you need out of the model, to the folder that owns it.",
    from: { path: "^src/domain/model/" },
    to: { path: "^src/domain/", pathNot: "^src/domain/model/" },
  },
  {
    name: "text-imports-only-model",
    comment: "domain/text knows text, not search or trees. Pass the value in as a parameter, or move your file up.",
    from: { path: "^src/domain/text/" },
    to: { path: "^src/domain/", pathNot: "^src/domain/(text|model)/" },
  },
  {
    name: "nothing-in-the-domain-imports-use-cases",
    comment: "Use cases call the rules, never the other way round. Move the shared part into the folder of its rule.",
    from: { path: "^src/domain/", pathNot: "^src/domain/use-cases/" },
    to: { path: "^src/domain/use-cases/" },
  },
];

const technologies = [
  {
    name: "file-system-only-in-listed-adapters",
    comment:
      "Files are touched by adapters/session-files, git, sqlite, cli and local only. Add the operation to one of their ports.",
    from: { path: "^src/", pathNot: "^src/(ports|domain|adapters/(session-files|git|sqlite|cli|local))/" },
    to: { path: "^(node:)?fs(/|$)" },
  },
  {
    name: "tsyringe-only-in-container",
    comment: "Dependencies are plain constructor or function parameters. Register the factory in src/container.ts.",
    from: { path: "^src/", pathNot: "^src/(ports|domain)/|^src/container\\.ts$" },
    to: { path: npmPackages("tsyringe|reflect-metadata") },
  },
  {
    name: "better-sqlite3-only-in-sqlite",
    comment:
      "The native module stays behind adapters/sqlite, so that nobody loads it who opens no index. Use the EventStore and SearchEngine ports.",
    from: { path: "^src/", pathNot: "^src/(ports|domain|adapters/sqlite)/" },
    to: { path: npmPackages("better-sqlite3") },
  },
  {
    name: "minisearch-only-in-memory",
    comment: "MiniSearch stays behind adapters/memory. Use the SearchEngine port.",
    from: { path: "^src/", pathNot: "^src/(ports|domain|adapters/memory)/" },
    to: { path: npmPackages("minisearch") },
  },
];

const hygiene = [
  {
    name: "no-cycles",
    comment:
      "These files import each other in a circle. Move what they share into a third file, or pass it as a parameter.",
    from: { path: "^src/" },
    to: { circular: true },
  },
  {
    name: "no-orphans",
    comment:
      "Nothing imports this file and it imports nothing: use it or delete it. Entries and declarations are exempt.",
    from: { path: "^src/", pathNot: "^src/(entries|ports)/|\\.d\\.ts$", orphan: true },
    to: {},
  },
  {
    name: "no-unresolvable-imports",
    comment: "This import leads nowhere, so no other rule can judge it. Correct the path or install the package.",
    from: { path: "^src/" },
    to: { couldNotResolve: true },
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...floors, ...domainFolders, ...technologies, ...hygiene].map((rule) => ({ severity: "error", ...rule })),
  options: {
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    // Some packages have nothing but "exports".
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
    doNotFollow: { path: "(^|/)node_modules/" },
  },
};
