import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { readWithPi } from "../oracle/pi-oracle.ts";
import { piScript } from "./pi-session-arbitraries.ts";
import { buildPiSession } from "./pi-sessions.ts";
import { withTemporaryFolder } from "./with-temporary-folder.ts";

describe("buildPiSession", () => {
  test.prop([piScript()], { numRuns: 40 })("writes the same bytes for the same script", async (script) => {
    const [one, other] = await Promise.all([bytesOf(script), bytesOf(script)]);
    expect(one).toEqual(other);
  });

  test.prop([piScript()], { numRuns: 40 })("writes files that Pi opens without a change", async (script) => {
    await withTemporaryFolder((folder) => {
      for (const { path, sessionId } of buildPiSession(folder, script).files) {
        expect(readWithPi(path)).toMatchObject({ sessionId, cwd: "/home/ada/payments", rewrites: false });
      }
    });
  });

  test.prop([piScript()], { numRuns: 40 })("names the entry at which each fork leaves its parent", async (script) => {
    await withTemporaryFolder((folder) => {
      for (const { path, parent, anchor, kind } of buildPiSession(folder, script).forks) {
        const inParent = new Set(readWithPi(parent.path).entryIds);
        expect(readWithPi(path).entryIds.findLast((id) => inParent.has(id))).toBe(anchor);
        expect(anchor === undefined).toBe(kind === "newSession");
      }
    });
  });

  it("does not take a label for the anchor of a fork that drops labels", async () => {
    await withTemporaryFolder((folder) => {
      const { files, forks } = buildPiSession(folder, [
        { op: "user", text: "shared" },
        { op: "label", target: 0, label: "here" },
        { op: "fork", kind: "createBranchedSession", target: 1, script: [{ op: "user", text: "own" }] },
        { op: "fork", kind: "forkFrom", target: 0, script: [] },
      ]);
      const [parent, branched, copied] = files.map(({ path }) => readWithPi(path));
      expect(forks.map(({ anchor }) => anchor)).toEqual([parent?.entryIds[0], parent?.entryIds[1]]);
      expect(branched?.labels.get(parent?.entryIds[0] ?? "")).toBe("here");
      expect(copied?.entryIds).toEqual(parent?.entryIds);
    });
  });

  it("gives the real clock back", async () => {
    const before = Date.now();
    await withTemporaryFolder((folder) => buildPiSession(folder, [{ op: "user", text: "hello" }]));
    expect(Date.now()).toBeGreaterThanOrEqual(before);
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
  });

  it("covers forks of every kind, deep ones too, within a few hundred scripts", async () => {
    const seen = new Set<string>();
    await withTemporaryFolder((folder) => {
      for (const [index, script] of fc.sample(piScript(), 300).entries()) {
        const { forks } = buildPiSession(folder, script, { seed: `sample-${index}` });
        const children = new Set(forks.map(({ sessionId }) => sessionId));
        for (const { kind, parent } of forks) seen.add(kind).add(children.has(parent.sessionId) ? "deep" : "shallow");
      }
    });
    expect([...seen].toSorted()).toEqual(["createBranchedSession", "deep", "forkFrom", "newSession", "shallow"]);
  });
});

function bytesOf(script: Parameters<typeof buildPiSession>[1]): Promise<readonly string[]> {
  return withTemporaryFolder((folder) =>
    // Parent paths name the folder; everything else must agree.
    buildPiSession(folder, script).files.map(
      ({ path }) => basename(path) + readFileSync(path, "utf8").replaceAll(folder, ""),
    ),
  );
}
