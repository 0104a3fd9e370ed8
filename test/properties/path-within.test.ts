import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { isPathWithin, namesWithin, pathParts } from "../../src/domain/use-cases/scope/path-within.ts";

const path = fc
  .array(fc.constantFrom("a", "b", "a", "ab", "..", ".", "", "...", "a."), { maxLength: 6 })
  .map((names) => `/${names.join("/")}`);

describe("a path below a root", () => {
  test.prop([path, path])("is what the names of both say, however they are spelled", (root, rest) => {
    for (const below of [rest, `${root}${rest}`, `${root}x${rest}`]) {
      const [rootParts, parts] = [pathParts(root, "posix"), pathParts(below, "posix")];
      const isBelow = rootParts.every((part, at) => part === parts[at]);
      expect(isPathWithin(root, below, "posix"), `${root} ${below}`).toBe(isBelow);
      expect(namesWithin(root, below, "posix")).toEqual(isBelow ? parts.slice(rootParts.length) : undefined);
    }
  });
});
