import { describe, expect, test } from "vitest";
import { assistant, compaction, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

const at = (timestamp: unknown) => ({ timestamp });

describe.each(engines)("times are compared as instants (%s)", (engine) => {
  test("B37: one instant in three spellings, and two entries without a time", () =>
    openCase(engine, "timestamps", async ({ found, search }) => {
      const all = ["b37/a1", "b37/a2", "b37/a3", "b37/a4", "b37/a5"];
      expect(await found("timeword")).toEqual(all);
      const sameInstant = all.slice(0, 3);
      const time = { from: "2026-01-05T10:00:00+01:00", to: "2026-01-05" };
      expect(await found("timeword", { time })).toEqual(sameInstant);
      expect(
        await found("timeword", { time: { from: "2026-01-05T09:00:00Z", to: "2026-01-05T09:00:00.000Z" } }),
      ).toEqual(sameInstant);
      expect(await found("timeword", { time: { from: "2026-01-05T09:00:00.001Z" } })).toEqual([]);
      expect(await found("timeword", { time: { to: "2026-01-05T08:59:59.999Z" } })).toEqual([]);
      expect(await found("timeword", { time: { to: "2026-01-04" } })).toEqual([]);
      expect(await found("timeword", { time: { from: "2026-01-06" } })).toEqual([]);
      expect((await search("timeword")).hits.map(({ timestamp }) => timestamp)).toEqual([
        "2026-01-05T09:00:00.000Z",
        "2026-01-05T11:00:00+02:00",
        "2026-01-05T09:00:00Z",
        "not-a-date",
        "",
      ]);
    }));

  const bounds = [
    "yesterday",
    "",
    " ",
    "2026",
    "2026-1-5",
    "2026-13-01",
    "2026-02-30",
    "2026-01-05T25:00:00Z",
    "05.01.2026",
    "1767603600000",
    "2026-01-05T10:00:00+1",
    "2026-01-05Z",
    "not-a-date",
  ];

  test.each(bounds)("%j is no bound, on either side", (bound) =>
    openCase(engine, "timestamps", async ({ search }) => {
      for (const name of ["from", "to"]) {
        await expect(search("timeword", { time: { [name]: bound } })).rejects.toMatchObject({
          code: "InvalidFilter",
          message: expect.stringContaining(`\`${name}\``),
        });
      }
    }),
  );

  test("a range that ends before it begins is an error, one that is a single instant or day is none", () =>
    openCase(engine, "timestamps", async ({ search, found }) => {
      for (const time of [
        { from: "2026-01-06", to: "2026-01-05" },
        { from: "2026-01-05T10:00:00.001Z", to: "2026-01-05T11:00:00+01:00" },
      ]) {
        await expect(search("timeword", { time })).rejects.toMatchObject({ code: "InvalidFilter" });
      }
      expect(await found("timeword", { time: { from: "2026-01-05", to: "2026-01-05" } })).toHaveLength(3);
    }));

  const entries = [
    user("moment", at("2026-03-31T23:59:59.999Z")),
    assistant("moment", {}, at("2026-04-01T00:00:00.000Z")),
    toolResult("c1", "read", "moment", {}, at("2026-04-01T01:30:00+02:00")),
    compaction("moment", "e1", at("2026-03-31T14:30:00-10:00")),
    user("moment", at("2026-03-31 23:59:59,5Z")),
    user("moment", at("2026-03-31T12:00")),
    user("moment", at("31 March 2026")),
    user("moment", at(1_774_958_400_000)),
    user("moment", at(null)),
    user("moment", at("2026-02-30T99:00:00Z")),
  ];

  test.each([
    [{ to: "2026-03-31" }, ["e1", "e3", "e5", "e6"]],
    [{ from: "2026-04-01" }, ["e2", "e4"]],
    [{ from: "2026-03-31T23:30:00Z", to: "2026-03-31T23:30:00.000+00:00" }, ["e3"]],
    [{ from: "2026-04-01T00:30:00Z" }, ["e4"]],
    [{ from: "2026-03-31T14:00+02:00", to: "2026-03-31T12:00:00Z" }, ["e6"]],
    [{ from: "2026-03-31t23:59:59.500z", to: "2026-03-31T23:59:59,500Z" }, ["e5"]],
    [{ from: "1999-01-01", to: "2100-01-01" }, ["e1", "e2", "e3", "e4", "e5", "e6"]],
  ])("%j in entries of several types and spellings", (time, entryIds) =>
    openCase(engine, { "s1.jsonl": alphaSession(entries) }, async ({ found }) => {
      expect((await found("moment", { time })).toSorted()).toEqual(entryIds.map((id) => `s1/${id}`));
    }),
  );

  test("without a time filter every entry is found, the latest first, those without a time last", () =>
    openCase(engine, { "s1.jsonl": alphaSession(entries) }, async ({ found, read }) => {
      const ids = ["e4", "e2", "e1", "e5", "e3", "e6", "e10", "e7", "e8", "e9"];
      expect(await found("moment")).toEqual(ids.map((id) => `s1/${id}`));
      expect((await read("s1", "e8")).event.timestamp).toBe("");
    }));
});
