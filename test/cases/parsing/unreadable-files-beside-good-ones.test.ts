import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("a file that cannot be read costs that file alone (%s)", (engine) => {
  test("B05: empty, zeros, headerless, a folder named like a session, a dangling link", () =>
    openCase(
      engine,
      "unreadable-files",
      async ({ coverage, found }) => {
        expect(await found("keepme")).toEqual(["b05/a1"]);
        expect(await found("nohdrtext")).toEqual([]);
        expect(coverage).toMatchObject({ state: "partial", sessions: { indexed: 1, known: 1 } });
        expect(coverage.skipped).toEqual([
          { reason: "empty", count: 1 },
          { reason: "not-a-regular-file", count: 1 },
          { reason: "not-a-session", count: 2 },
          { reason: "unreadable", count: 1 },
        ]);
      },
      { prepare: (folder) => symlinkSync("/nonexistent", join(folder, "dangling.jsonl")) },
    ));

  test("links in a circle and out of the root, and headers without an id or with none that is a text", () =>
    openCase(
      engine,
      {
        "good.jsonl": alphaSession([user("keepthis")]),
        "deep/nested.jsonl": alphaSession([user("keepthat")], { id: "s2" }),
        "number-id.jsonl": alphaSession([user("lost")], { header: { id: 7 } }),
        "no-id.jsonl": alphaSession([user("lost")], { header: { id: undefined } }),
        "list.jsonl": `[${alphaSession([]).trim()}]\n${alphaSession([user("lost")])}`,
        "newlines.jsonl": "\n\n\n",
      },
      async ({ coverage, found }) => {
        expect(await found("keepthis")).toEqual(["s1/e1"]);
        expect(await found("keepthat")).toEqual(["s2/e1"]);
        expect(await found("lost")).toEqual([]);
        expect(coverage.skipped).toEqual([
          { reason: "not-a-session", count: 4 },
          { reason: "outside-root", count: 1 },
          { reason: "unreadable", count: 1 },
        ]);
      },
      {
        prepare: (folder) => {
          symlinkSync("circle.jsonl", join(folder, "circle.jsonl"));
          writeFileSync(join(dirname(folder), "outside.jsonl"), alphaSession([user("lost")], { id: "s3" }));
          symlinkSync("../outside.jsonl", join(folder, "outside.jsonl"));
        },
      },
    ));

  test("a session whose header is still being written is found once it is complete; a later bad file takes nothing away", () => {
    const session = alphaSession([user("patience")]);
    const headerOnly = session.slice(0, session.indexOf("\n"));
    return openCase(engine, { "s1.jsonl": headerOnly, "a.jsonl": "" }, async ({ found, change, folder }) => {
      expect(await found("patience")).toEqual([]);
      await change(() => {
        writeFileSync(join(folder, "s1.jsonl"), session);
        mkdirSync(join(folder, "b.jsonl"));
      });
      expect(await found("patience")).toEqual(["s1/e1"]);
      await change(() => writeFileSync(join(folder, "c.jsonl"), "\0".repeat(70_000)));
      expect(await found("patience")).toEqual(["s1/e1"]);
      const broken = await change(() => writeFileSync(join(folder, "s1.jsonl"), "\0".repeat(900)));
      expect(broken.sessions).toEqual({ indexed: 0, known: 0 });
      expect(await found("patience")).toEqual([]);
    });
  });
});
