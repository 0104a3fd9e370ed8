#!/usr/bin/env node
// No static import: an older Node must reach the check below before it loads anything that needs a newer one.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 22 || (major === 22 && minor >= 19)) {
  await import("../dist/entries/cli.js");
} else {
  process.stderr.write(`pi-event-recall needs Node 22.19 or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
}
