import { expect, test } from "vitest";
import { refusalOf } from "../../../../src/adapters/pi/host/runtime-gate.ts";

test.each(["22.19.0", "22.20.1", "23.0.0", "24.21.0", "100.0.0"])("Node.js %s is new enough", (node) => {
  expect(refusalOf({ node })).toBeUndefined();
  expect(refusalOf({ node, bun: "1.4.5" })).toBeUndefined();
});

test.each(["20.20.2", "22.18.0", "22.2.0", "22.12.0", "18.0.0", "0.10.48"])("Node.js %s is too old", (node) => {
  expect(refusalOf({ node })).toBe(
    `pi-event-recall needs Node.js 22.19 or later and this is Node.js ${node}: its tools are off. Update it and start Pi again.`,
  );
  expect(refusalOf({ node, bun: "1.0.1" })).toContain(`this is Bun 1.0.1, which stands for Node.js ${node}`);
});
