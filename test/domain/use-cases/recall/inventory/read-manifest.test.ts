import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../../../../src/domain/use-cases/recall/inventory/read-manifest.ts";

describe("a package manifest", () => {
  test("gives its name and its scripts in its order", () => {
    const manifest = { name: "shop", scripts: { test: "vitest run", build: "tsc && rolldown -c" } };
    const reading = {
      packageName: "shop",
      scripts: [
        { name: "test", command: "vitest run" },
        { name: "build", command: "tsc && rolldown -c" },
      ],
    };
    expect(readManifest(JSON.stringify(manifest))).toEqual(reading);
    expect(readManifest(`\uFEFF${JSON.stringify(manifest)}`)).toEqual(reading);
  });

  test("keeps what is no text out, and what is an object's own in", () => {
    const text = '{"name":7,"scripts":{"a":1,"b":null,"c":["x"],"__proto__":"own","constructor":"too"}}';
    expect(readManifest(text)).toEqual({
      scripts: [
        { name: "__proto__", command: "own" },
        { name: "constructor", command: "too" },
      ],
    });
  });

  test("has bounded names and commands, on one line", () => {
    const { packageName, scripts } = readManifest(
      JSON.stringify({ name: "n".repeat(500), scripts: { ["s".repeat(500)]: `one\n${"x".repeat(500)}` } }),
    );
    expect(packageName).toHaveLength(214);
    expect(scripts[0]?.name).toHaveLength(214);
    expect(scripts[0]?.command).toHaveLength(240);
    expect(scripts[0]?.command).toMatch(/^one x+…$/);
  });

  test.prop([
    fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"scripts":${json}}`),
    ),
  ])("may be any text", (text) => {
    for (const { name, command } of readManifest(text).scripts) {
      expect([typeof name, typeof command]).toEqual(["string", "string"]);
    }
  });

  it.each(["", "{", "[]", "null", "7", '"text"', "{}", '{"scripts":[]}', '{"name":"x","scripts":"y"}'])(
    "that is none has no scripts: %s",
    (text) => {
      expect(readManifest(text)).toEqual({ scripts: [] });
    },
  );
});
