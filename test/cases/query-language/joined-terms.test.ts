import { describe, expect, test } from "vitest";
import { assistant, bash, label, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("a term of several tokens is a phrase of adjacent ones (%s)", (engine) => {
  test("B28: a ticket number is no column filter and does not match its parts apart", () =>
    openCase(engine, "ticket-notes", async ({ found }) => {
      expect(await found("OPS-417")).toEqual(["bq/a1"]);
      expect(await found("ops-417")).toEqual(["bq/a1"]);
      expect((await found("OPS 417")).toSorted()).toEqual(["bq/a1", "bq/a2"]);
      for (const term of ["--dry-run", "-OPS-417-", "foo.bar", "don't", "C++", "codec::wrap(x)"]) {
        expect(await found(term), term).toEqual(["bq/a1"]);
      }
      expect(await found("417-OPS")).toEqual([]);
    }));

  const terms = [
    "rate-limit",
    "v1.2.3",
    "user@example.com",
    "10:45:07",
    "a/b/c",
    "--no-cache",
    "x=y&z",
    "50%",
    "#42",
    "~/.bashrc",
  ];

  test.each(terms)("%s in a call, a result, a command, a label", (term) => {
    const apart =
      term
        .match(/[a-z0-9]+/gi)
        ?.toReversed()
        .join(" far apart ") ?? "";
    const entries = [
      assistant([toolCall("c1", "run", { flag: term })]),
      toolResult("c1", "run", `saw ${term}.`),
      bash("true", `(${term})`),
      label("e1", term),
      user(`"${term}"`),
      user(apart),
    ];
    return openCase(engine, { "s1.jsonl": alphaSession(entries) }, async ({ found }) => {
      const joined = ["s1/e1", "s1/e2", "s1/e3", "s1/e4", "s1/e5"];
      const single = (term.match(/[a-z0-9]+/gi)?.length ?? 0) === 1;
      expect((await found(term)).toSorted()).toEqual(single ? [...joined, "s1/e6"] : joined);
      expect((await found(`"${term}"`)).toSorted()).toEqual(single ? [...joined, "s1/e6"] : joined);
      expect(await found(`${term} absent`)).toEqual([]);
    });
  });
});
