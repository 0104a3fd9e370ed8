import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWithPi } from "../../oracle/pi-oracle.ts";
import { user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const MARK = "\uFEFF";

describe.each(engines)("a byte order mark costs the line it stands before (%s)", (engine) => {
  test("B02: before the header it costs the file, as in Pi; before another line that line", () =>
    openCase(engine, "byte-order-mark", async ({ coverage, folder, found, history, caller }) => {
      expect(() => readWithPi(join(folder, "bom-header.jsonl"))).toThrow("not a valid pi session");
      expect(coverage.state).toBe("partial");
      expect(coverage.skipped).toEqual([
        { reason: "malformed-line", count: 1 },
        { reason: "not-a-session", count: 1 },
      ]);
      expect(await found("bommark")).toEqual(["b02b/a2"]);
      expect(await found("lostline")).toEqual([]);
      const { sessions } = await history.sessions({}, caller);
      expect(sessions).toMatchObject([{ sessionId: "b02b", cwd: "/ws/alpha", events: 1 }]);
    }));

  test("a file marked before its header takes nothing from what follows, and is found once the mark is gone", () => {
    const session = alphaSession([user("marked"), user("later")]);
    return openCase(
      engine,
      { "s1.jsonl": MARK + session },
      async ({ coverage, found, history, caller, change, folder }) => {
        expect(coverage).toMatchObject({ state: "partial", sessions: { known: 0 } });
        expect(await found("later")).toEqual([]);
        expect((await history.sessions({}, caller)).sessions).toEqual([]);
        const mended = await change(() => writeFileSync(join(folder, "s1.jsonl"), session));
        expect(mended).toMatchObject({ state: "ready", skipped: [] });
        expect(await found("later")).toEqual(["s1/e2"]);
      },
    );
  });

  test("the first line that parses decides, as in Pi: a second header does, an entry does not", () =>
    openCase(
      engine,
      {
        "header.jsonl": MARK + alphaSession([], { id: "marked" }) + alphaSession([user("plainword")], { id: "plain" }),
        "utf16.jsonl": Buffer.from(MARK + alphaSession([user("plainword")], { id: "wide" }), "utf16le"),
      },
      async ({ coverage, folder, found }) => {
        expect(readWithPi(join(folder, "header.jsonl")).sessionId).toBe("plain");
        expect(await found("plainword")).toEqual(["plain/e1"]);
        expect(coverage.skipped).toContainEqual({ reason: "not-a-session", count: 1 });
      },
    ));

  test("inside a text it is a character like any other, and so it is on a line of its own", () =>
    openCase(
      engine,
      { "s1.jsonl": alphaSession([`${MARK}\n`, user(`${MARK}first`), user(`two${MARK}halves`)]) },
      async ({ coverage, found, read }) => {
        expect(coverage).toMatchObject({ state: "ready", skipped: [] });
        expect(await found("first")).toEqual(["s1/e2"]);
        expect(await found("halves")).toEqual(["s1/e3"]);
        expect((await read("s1", "e3")).fragments[0]?.preview).toMatchObject({
          text: `two${MARK}halves`,
          totalChars: 10,
        });
      },
    ));
});
