import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  bash,
  customMessage,
  type SessionEntry,
  sessionName,
  sessionText,
  toolResult,
  user,
} from "../support/session-file.ts";
import { input, onEachWay, withLife } from "./open-life.ts";

const folder = "newline-comes-later";
const entry = (id: string, parentId: string, fields: SessionEntry): string =>
  JSON.stringify({ id, parentId, timestamp: "2026-02-01T00:00:00.000Z", ...fields });

onEachWay("The newline of the last record comes later, in another process (B16)", (way) => {
  test.each([true, false])("the record is there at most once at every step (restarted: %s)", (isRestarted) =>
    withLife(way, { "b16.jsonl": input(`${folder}/step1.bin`) }, async (life) => {
      const { sync, found, offsets } = life;
      const path = join(life.sessions, "b16.jsonl");
      expect(await sync()).toMatchObject({ state: "ready", skipped: [] });
      expect([await found("one"), await found("doublefact")]).toEqual([["b16/a1"], []]);
      if (isRestarted) await life.restart();
      appendFileSync(path, input(`${folder}/step2.bin`));
      expect(await sync()).toMatchObject({ state: "ready", skipped: [] });
      expect(await found("doublefact")).toEqual(["b16/a2"]);
      expect(await offsets()).toEqual({ "b16.jsonl": readFileSync(path).length });
      if (isRestarted) await life.restart();
      appendFileSync(path, input(`${folder}/step3.bin`));
      expect(await sync()).toMatchObject({ state: "ready", skipped: [] });
      expect([await found("one"), await found("doublefact"), await found("three")]).toEqual([
        ["b16/a1"],
        ["b16/a2"],
        ["b16/a3"],
      ]);
      expect((await life.opened().store.sources())[0]?.session?.events).toBe(3);
      await life.expectFresh("doublefact");
    }),
  );

  /** What stands between two records, in the pieces in which it comes. */
  const ENDS: readonly (readonly string[])[] = [
    ["\n"],
    ["\r\n"],
    ["\r", "\n"],
    ["\n", "\n", "\n"],
    ["\n\n"],
    ["\n", "\r\n"],
    [" ", "\n"],
    ["\t \n", " \n"],
  ];

  test.each(ENDS.map((pieces) => ({ pieces, shown: JSON.stringify(pieces) })))(
    "whatever ends it: $shown",
    ({ pieces }) =>
      withLife(way, {}, async (life) => {
        const path = join(life.sessions, "s.jsonl");
        const end = pieces.join("");
        const head = sessionText({ id: "s", cwd: "/ws/alpha" }).trimEnd();
        const [two, three] = [entry("e2", "e1", toolResult("c", "bash", "two 库")), entry("e3", "e2", user("three"))];
        writeFileSync(path, `${head}${end}${entry("e1", "e0", user("one"))}${end}${two}`);
        await life.sync();
        expect(await life.found("two")).toEqual([]);
        for (const piece of pieces) {
          appendFileSync(path, piece);
          await life.restart();
          expect(await life.sync()).toMatchObject({ state: "ready", skipped: [] });
          expect((await life.found("two")).length).toBeLessThanOrEqual(1);
        }
        expect([await life.found("one"), await life.found("two")]).toEqual([["s/e1"], ["s/e2"]]);
        expect(await life.offsets()).toEqual({ "s.jsonl": readFileSync(path).length });
        appendFileSync(path, three);
        await life.sync();
        appendFileSync(path, end);
        expect(await life.sync()).toMatchObject({ state: "ready", skipped: [] });
        expect([await life.found("one"), await life.found("two"), await life.found("three")]).toEqual([
          ["s/e1"],
          ["s/e2"],
          ["s/e3"],
        ]);
        await life.expectFresh("two", "three");
      }),
  );

  test.each([
    ["a command", bash("later", "done")],
    ["a custom message", customMessage("note", "later")],
    ["a name", sessionName("later")],
  ])("a record torn in one process, ended in the next and followed in a third: %s", (_name, fields) =>
    withLife(way, {}, async (life) => {
      const path = join(life.sessions, "s.jsonl");
      const record = entry("x", "e1", fields);
      writeFileSync(path, sessionText({ id: "s", cwd: "/ws/alpha", entries: [user("first")] }));
      for (const piece of [record.slice(0, 40), record.slice(40), "\n", `${entry("y", "x", user("follows"))}\n`]) {
        appendFileSync(path, piece);
        await life.restart();
        expect(await life.sync()).toMatchObject({ state: "ready", skipped: [] });
      }
      expect([await life.found("later"), await life.found("follows")]).toEqual([["s/x"], ["s/y"]]);
      await life.expectFresh("later", "follows");
    }),
  );
});
