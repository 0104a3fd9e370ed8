import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sessionName, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("the header's id is the session, whatever the file is called (%s)", (engine) => {
  const orders = [["live", "archive"], ["archive", "live"], ["."]];

  test.each(orders)("B10: two files with one id, one of them wins whatever the order of roots (%s %s)", (...roots) =>
    openCase(
      engine,
      "one-id-in-two-files",
      async ({ coverage, found, read, history, caller, change, folder }) => {
        expect(coverage).toMatchObject({
          sessions: { known: 1 },
          skipped: [{ reason: "duplicate-session", count: 1 }],
        });
        expect(await found("archivecopy")).toEqual(["team.run-7/a1"]);
        expect(await found("livecopy")).toEqual([]);
        expect(await found("archivecopy", { sessionId: "team.run-7" })).toEqual(["team.run-7/a1"]);
        expect((await history.sessions({}, caller)).sessions).toMatchObject([{ sessionId: "team.run-7", events: 1 }]);
        for (const name of ["OTHER", "x", "2026-01-05T08-59-00-000Z_OTHER"]) {
          await expect(read(name, "a1")).rejects.toThrow("Not found in this workspace.");
        }
        const alone = await change(() => rmSync(join(folder, "archive/x.jsonl")));
        expect(alone).toMatchObject({ state: "ready", skipped: [] });
        expect(await found("livecopy")).toEqual(["team.run-7/a1"]);
        expect(await found("archivecopy")).toEqual([]);
      },
      { roots },
    ),
  );

  test("of equally late files the larger wins, then the smaller path; a later append changes the winner", () =>
    openCase(
      engine,
      {
        "a.jsonl": alphaSession([user("shorter")], { id: "by-size" }),
        "b.jsonl": alphaSession([user("much longer")], { id: "by-size" }),
        "c.jsonl": alphaSession([user("twin one")], { id: "by-path" }),
        "d/c.jsonl": alphaSession([user("twin two")], { id: "by-path" }),
      },
      async ({ coverage, found, change, folder }) => {
        expect(coverage.skipped).toEqual([{ reason: "duplicate-session", count: 2 }]);
        expect(await found("longer")).toEqual(["by-size/e1"]);
        expect(await found("shorter")).toEqual([]);
        expect(await found("twin")).toEqual(["by-path/e1"]);
        expect(await found("one")).toEqual(["by-path/e1"]);
        const [, later = ""] = alphaSession([user("caught up", { id: "e2" })], {
          timestamp: "2026-03-01T00:00:00.000Z",
        }).split("\n");
        await change(() => appendFileSync(join(folder, "a.jsonl"), `${later}\n`));
        expect(await found("shorter")).toEqual(["by-size/e1"]);
        expect(await found("longer")).toEqual([]);
      },
    ));

  const ids = ["7", "A-b_c.9", "run-7.jsonl", "00000000-0000-0000-0000-000000000000", "x".repeat(200)];

  test.each(ids)("any id that Pi takes works in every operation: %s", (id) =>
    openCase(
      engine,
      {
        "2026-01-05T08-59-00-000Z_0197a5f0-0000-7000-8000-000000000000.jsonl": alphaSession(
          [user("sought"), sessionName("n")],
          { id },
        ),
        [`${id.slice(0, 40)}-decoy.jsonl`]: alphaSession([user("decoy")], { id: "decoy" }),
      },
      async ({ found, read, trace, history, caller }) => {
        expect(await found("sought")).toEqual([`${id}/e1`]);
        expect(await found("sought", { sessionId: id })).toEqual([`${id}/e1`]);
        expect(await found("decoy", { sessionId: id })).toEqual([]);
        expect((await read(id, "e1")).event.sessionName).toBe("n");
        expect((await trace(id, "e1")).children).toHaveLength(1);
        expect((await history.lineage({ sessionId: id }, caller)).sessions).toMatchObject([
          { sessionId: id, depth: 0 },
        ]);
      },
    ),
  );
});
