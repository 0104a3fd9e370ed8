import { appendFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { expect, it } from "vitest";
import {
  assistant,
  bash,
  customMessage,
  label,
  type SessionEntry,
  sessionText,
  toolResult,
  user,
} from "../support/session-file.ts";
import { input, onEachWay, withLife } from "./open-life.ts";

const session = (id: string, ...entries: readonly SessionEntry[]): string =>
  sessionText({ id, cwd: "/ws/alpha", entries });

onEachWay("A file is cut and grows again between two syncs (B18)", (way) => {
  it("is no append: the old word is gone, the new one there", () =>
    withLife(way, { "b18.jsonl": input("regrown-file/stage1.jsonl") }, async (life) => {
      await life.sync();
      expect(await life.found("oldword")).toEqual(["b18/a1"]);
      writeFileSync(join(life.sessions, "b18.jsonl"), input("regrown-file/stage2.jsonl"));
      expect((await life.sync()).state).toBe("ready");
      expect([await life.found("newword"), await life.found("oldword")]).toEqual([["b18/a1"], []]);
      expect(await life.found("grown")).toEqual(["b18/a3"]);
      await life.expectFresh("newword", "same");
    }));

  const before = session("s", user("oldword"), toolResult("c", "bash", "same"), user("oldword"));
  /** By name: what the file holds afterwards. */
  const AFTER: Readonly<Record<string, string>> = {
    "the same header, larger": session("s", user("newword"), toolResult("c", "bash", "same"), user("x".repeat(90))),
    "the same header and the same end, larger": session(
      "s",
      customMessage("note", "newword ".repeat(9)),
      toolResult("c", "bash", "same"),
      user("oldword"),
    ),
    "another header, larger": session("other", user("newword"), bash("newword", "same"), user("grown ".repeat(20))),
    "another header before the same records": before.replace('"id":"s"', '"id":"other-than-before"'),
    "the same size": before.replaceAll("oldword", "newword"),
    "the same size under another header": before.replace('"id":"s"', '"id":"t"').replaceAll("oldword", "newword"),
    smaller: session("s", user("newword")),
    "the same beginning with a shorter end": session("s", user("oldword"), label("e1", "newword")),
    "only its header": session("s"),
    nothing: "",
    "no session any more": `${JSON.stringify({ type: "note", text: "newword" })}\n${before}`,
  };

  it.each(Object.entries(AFTER))("%s", (_name, after) =>
    withLife(way, { "s.jsonl": before }, async (life) => {
      const path = join(life.sessions, "s.jsonl");
      await life.sync();
      expect(await life.found("oldword")).toEqual(["s/e1", "s/e3"]);
      truncateSync(path, 0);
      appendFileSync(path, after);
      utimesSync(path, new Date(), new Date(Date.UTC(2027, 0, 1)));
      await life.sync();
      const events = new Set(after.includes('"type":"note"') ? [] : after.match(/"id":"e\d"/g));
      const [source] = await life.opened().store.sources();
      expect(source?.session?.events ?? 0).toBe(events.size);
      for (const word of ["oldword", "newword"]) {
        const holding = after.startsWith('{"type":"session"')
          ? after.split("\n").filter((line) => line.includes(word))
          : [];
        expect(await life.found(word)).toHaveLength(holding.length);
      }
      await life.expectFresh("oldword", "newword", "same");
    }),
  );

  it("and with the time of the file set back to what it was", () =>
    withLife(way, { "s.jsonl": before }, async (life) => {
      const path = join(life.sessions, "s.jsonl");
      const time = new Date(Date.UTC(2026, 0, 1));
      utimesSync(path, time, time);
      await life.sync();
      writeFileSync(path, AFTER["the same header, larger"] ?? "");
      utimesSync(path, time, time);
      await life.sync();
      expect([(await life.found("oldword")).length, await life.found("newword")]).toEqual([0, ["s/e1"]]);
    }));

  const anyEntry = fc.constantFrom(
    user("oldword"),
    user("newword and more"),
    assistant("newword"),
    bash("oldword", "newword"),
    toolResult("c", "bash", "oldword ".repeat(30)),
    label("e1", "oldword"),
  );
  const anySession = fc
    .tuple(fc.constantFrom("s", "t"), fc.array(anyEntry, { maxLength: 6 }))
    .map(([id, entries]) => session(id, ...entries));

  test.prop([anySession, fc.array(fc.tuple(anySession, fc.nat()), { minLength: 1, maxLength: 4 })], {
    numRuns: 20,
  })("any session after any other in one file, the old one kept up to any byte", (first, others) =>
    withLife(way, { "s.jsonl": first }, async (life) => {
      const path = join(life.sessions, "s.jsonl");
      let held = first;
      await life.sync();
      for (const [at, [other, kept]] of others.entries()) {
        held = held.slice(0, kept % (held.length + 1)) + other;
        writeFileSync(path, held);
        utimesSync(path, new Date(), new Date(Date.UTC(2027, 0, 1) + at * 1000));
        await life.sync();
      }
      await life.expectFresh("oldword", "newword");
    }),
  );
});
