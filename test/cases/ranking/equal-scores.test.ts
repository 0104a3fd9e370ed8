import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const firstThree = ["b46-0/a1", "b46-1/a1", "b46-2/a1"];

/** Files are indexed latest first: their times decide the order of insertion. */
function indexInOrder(folder: string, compare: (one: string, other: string) => number): void {
  for (const [at, name] of readdirSync(folder).toSorted(compare).entries()) {
    const time = new Date(Date.UTC(2026, 0, 5) - at * 60_000);
    utimesSync(join(folder, name), time, time);
  }
}

const atSecond = (second: number) => ({ timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString() });

describe.each(engines)("equal scores have one order, whatever led to the index (%s)", (engine) => {
  const orders: readonly [string, (one: string, other: string) => number][] = [
    ["forwards", (one, other) => (one < other ? -1 : 1)],
    ["backwards", (one, other) => (one < other ? 1 : -1)],
    ["from the middle", (one, other) => Math.abs(Number(one[1]) - 4.2) - Math.abs(Number(other[1]) - 4.2)],
  ];

  test.each(orders)("B46: ten equal sessions indexed %s, then some of them again", (_, compare) =>
    openCase(
      engine,
      "equal-sessions",
      async ({ found, search, change }) => {
        expect(await found("tieterm", { limit: 3 })).toEqual(firstThree);
        const full = (await search("tieterm")).hits.map(({ sessionId }) => sessionId);
        expect(full).toEqual(Array.from({ length: 10 }, (__, at) => `b46-${at}`));
        for (const name of ["s0.jsonl", "s7.jsonl"]) {
          let original = "";
          await change((folder) => {
            original = readFileSync(join(folder, name), "utf8");
            writeFileSync(join(folder, name), original.replace("same words", "other words before"));
          });
          expect((await found("tieterm", { limit: 3 })).includes("b46-0/a1")).toBe(name !== "s0.jsonl");
          await change((folder) => writeFileSync(join(folder, name), original));
          expect(await found("tieterm", { limit: 3 })).toEqual(firstThree);
        }
        expect((await search("tieterm")).hits.map(({ sessionId }) => sessionId)).toEqual(full);
      },
      { prepare: (folder) => indexInOrder(folder, compare) },
    ),
  );

  test.each(orders.slice(0, 2))("then time, session, entry and fragment decide: indexed %s", (_, compare) => {
    const blocks = [
      { type: "text", text: "even score" },
      { type: "text", text: "even score" },
    ];
    return openCase(
      engine,
      {
        "s1.jsonl": alphaSession(
          [
            user("even score", { id: "c", ...atSecond(10) }),
            user("even score", { id: "a", ...atSecond(10) }),
            user("even score", { id: "b", ...atSecond(30) }),
            user("even score", { id: "d", timestamp: "sometime" }),
            user("even score", { id: "e10", ...atSecond(5) }),
            user("even score", { id: "e9", ...atSecond(5) }),
          ],
          { id: "m" },
        ),
        "s2.jsonl": alphaSession(
          [
            user(blocks, { id: "z", ...atSecond(10) }),
            toolResult("c1", "t", "even score", {}, { id: "y", timestamp: "" }),
          ],
          { id: "l" },
        ),
        "s3.jsonl": alphaSession([user("even score", { id: "x", ...atSecond(10) })], { id: "B" }),
      },
      async ({ found, search }) => {
        const order = ["m/b", "B/x", "l/z", "m/a", "m/c", "m/e10", "m/e9", "l/y", "m/d"];
        expect(await found("even")).toEqual(order);
        expect(await found('"even score"')).toEqual(order);
        for (let limit = 1; limit <= order.length; limit++) {
          expect(await found("even score", { limit })).toEqual(order.slice(0, limit));
        }
        expect((await search("even")).hits[2]).toMatchObject({
          matchingFragmentId: "0:user.text",
          matchingFragmentCount: 2,
        });
      },
      { prepare: (folder) => indexInOrder(folder, compare) },
    );
  });

  test("more ties than one round of ranking looks at", () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, file) => [
        `${file}.jsonl`,
        alphaSession(
          Array.from({ length: 60 }, (__, entry) =>
            user("crowd", { id: `e${String(59 - entry).padStart(2, "0")}`, ...atSecond(1) }),
          ),
          { id: `s${5 - file}` },
        ),
      ]),
    );
    return openCase(engine, files, async ({ found, search }) => {
      const first = Array.from({ length: 50 }, (_, entry) => `s0/e${String(entry).padStart(2, "0")}`);
      expect(await found("crowd", { limit: 50 })).toEqual(first);
      expect((await search("crowd")).totals).toEqual({ events: 360, fragments: 360 });
    });
  });
});
