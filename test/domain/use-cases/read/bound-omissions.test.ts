import { describe, expect, it } from "vitest";
import { boundOmissions } from "../../../../src/domain/use-cases/read/bound-omissions.ts";

const images = (count: number) =>
  Array.from({ length: count }, () => ({ kind: "image", mimeType: "image/png", bytes: 3 }));

describe("receipts of what is not shown", () => {
  it("stand as they are up to 20", () => {
    expect(boundOmissions(images(20))).toEqual(images(20));
  });

  it("beyond that the last one stands for the rest, with all its bytes", () => {
    expect(boundOmissions(images(21))).toEqual([...images(19), { kind: "2 further blocks", bytes: 6 }]);
    expect(boundOmissions(images(100_000))).toEqual([...images(19), { kind: "99981 further blocks", bytes: 299_943 }]);
  });
});
