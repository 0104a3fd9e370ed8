// Preloaded by `NODE_OPTIONS`: everything in the process takes it for an older Node.js.
Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.0" } });
