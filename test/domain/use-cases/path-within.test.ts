import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { isPathWithin, pathParts } from "../../../src/domain/use-cases/scope/path-within.ts";

describe("a path within a root", () => {
  it.each([
    ["/ws/alpha", "/ws/alpha", true],
    ["/ws/alpha", "/ws/alpha/", true],
    ["/ws/alpha/", "/ws/alpha/sub/deep", true],
    ["/ws/alpha", "/ws/alphabet", false],
    ["/ws/alpha", "/ws/alpha/../beta", false],
    ["/ws/alpha", "/ws/beta/../alpha/x", true],
    ["/ws/alpha", "/ws", false],
    ["/ws/alpha", "alpha", false],
    ["/ws/alpha", "", false],
    ["/ws/alpha", "/ws/Alpha", false],
    ["/ws/alpha", "/ws\\alpha", false],
    ["/", "/anything", true],
  ])("posix: %s holds %s: %s", (root, path, expected) => {
    expect(isPathWithin(root, path, "posix")).toBe(expected);
  });

  it.each([
    ["C:\\ws\\alpha", "c:\\WS\\alpha", true],
    ["C:\\ws\\alpha", "C:/ws/alpha/sub", true],
    ["C:\\ws\\alpha", "C:\\ws\\alpha\\", true],
    ["C:\\ws\\alpha", "\\\\?\\C:\\ws\\alpha", true],
    ["C:\\ws\\alpha", "C:\\ws\\alphabet", false],
    ["C:\\ws\\alpha", "D:\\ws\\alpha", false],
    ["C:\\ws\\alpha", "C:ws\\alpha", false],
    ["\\\\server\\share", "\\\\?\\UNC\\server\\share\\x", true],
    ["\\\\server\\share", "\\\\server\\other", false],
  ])("win32: %s holds %s: %s", (root, path, expected) => {
    expect(isPathWithin(root, path, "win32")).toBe(expected);
  });

  const part = fc.constantFrom("a", "b", "ab", "A", "..", ".", "", "é", " ");
  test.prop([fc.array(part), fc.array(part)])("holds what is appended to it without going up", (root, below) => {
    const base = `/${root.join("/")}`;
    const path = `${base}/${below.filter((name) => name !== "..").join("/")}`;
    expect(isPathWithin(base, path, "posix")).toBe(true);
    expect(pathParts(path, "posix").slice(0, pathParts(base, "posix").length)).toEqual(pathParts(base, "posix"));
  });
});
