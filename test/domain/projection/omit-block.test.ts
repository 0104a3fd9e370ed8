import { describe, expect, test } from "vitest";
import { projectMessage } from "./project.ts";

const omitted = (block: unknown) => projectMessage({ role: "toolResult", content: [block] }).omissions;

describe("omitted blocks", () => {
  test.each([
    ["", 0],
    ["TQ==", 1],
    ["TWE=", 2],
    ["TWFu", 3],
    ["TWFuTQ", 4],
  ])("an image of %j has its decoded size", (data, bytes) => {
    expect(omitted({ type: "image", data, mimeType: "image/png" })).toEqual([
      { kind: "image", mimeType: "image/png", bytes },
    ]);
  });

  test("anything else has the size of its JSON and its type", () => {
    const block = { type: "resource_link", uri: "x:ü" };
    expect(omitted(block)).toEqual([{ kind: "resource_link", bytes: Buffer.byteLength(JSON.stringify(block)) }]);
    expect(omitted(null)).toEqual([{ kind: "malformed", bytes: 4 }]);
    expect(omitted({ type: "image", source: {} })).toMatchObject([{ kind: "image" }]);
  });

  test("a type or MIME type never carries content out", () => {
    expect(omitted({ type: "secret words here" })[0]?.kind).toBe("malformed");
    expect(omitted({ type: "t".repeat(65) })[0]?.kind).toBe("malformed");
    expect(omitted({ type: "image", data: "", mimeType: "secret words/here" })).toEqual([{ kind: "image", bytes: 0 }]);
    expect(omitted({ type: "image", data: "", mimeType: `image/${"p".repeat(65)}` })).toEqual([
      { kind: "image", bytes: 0 },
    ]);
  });
});
