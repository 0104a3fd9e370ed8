import { describe, expect, test } from "vitest";
import { assistant, bash, toolCall, toolResult, user } from "../../support/session-file.ts";
import { alphaSession } from "../alpha-session.ts";
import { engines, openCase } from "../open-case.ts";

describe.each(engines)("an identifier is its parts, side by side (%s)", (engine) => {
  test("B43: underscores, dots and slashes separate on both sides", () =>
    openCase(engine, "joined-identifiers", async ({ found }) => {
      const joined = [
        "RETRY_BUDGET_MS",
        "retry_budget",
        "budget.ms",
        "store.ts",
        "src/core/store.ts",
        "core",
        "src\\core",
        "store",
      ];
      for (const query of joined) expect(await found(query), query).toEqual(["b43/a1"]);
      for (const query of ["budget", "RETRY", "retry ms budget"]) {
        expect((await found(query)).toSorted(), query).toEqual(["b43/a1", "b43/a2"]);
      }
      for (const query of ["budget_retry", "retry_ms", "BUDGETS", "src/store.ts", "RETRYBUDGETMS"]) {
        expect(await found(query), query).toEqual([]);
      }
    }));

  test.each([
    ["__init__.py", ["__init__.py", "init", "init.py", "_init_"], ["in", "py_init"]],
    ["@scope/my-pkg@1.4.0-rc.2", ["my-pkg", "scope/my-pkg", "1.4.0", "rc.2", "pkg@1"], ["mypkg", "1.0", "rc2"]],
    ["std::vec<u8>&mut", ["std::vec", "u8", "vec<u8>", "&mut"], ["stdvec", "vec::std"]],
    ["C:\\Users\\ada\\x.txt", ["users/ada", "c:", "ada\\x"], ["c:\\ada"]],
    ["camelCaseName2", ["camelCaseName2", "CAMELCASENAME2"], ["camel", "case", "name2", "camelCaseName"]],
    ["--max-old-space-size=4096", ["max-old-space-size", "size=4096", "4096"], ["maxold", "max-size"]],
    [
      "https://a.example.org:8080/p?q=1#top",
      ["example.org", "8080", "q=1", "org:8080/p"],
      ["exampleorg", "example 808"],
    ],
    ["don’t", ["don’t", "don't", "don", "t"], ["dont"]],
  ])("%s in a call, a result and an output", (identifier, hits, misses) =>
    openCase(
      engine,
      {
        "s1.jsonl": alphaSession([
          assistant([toolCall("c1", "grep", { pattern: identifier })]),
          toolResult("c1", "grep", `12:${identifier};\n`),
          bash("true", `"${identifier}"`),
          user("elsewhere"),
        ]),
      },
      async ({ found }) => {
        for (const query of hits) expect((await found(query)).toSorted(), query).toEqual(["s1/e1", "s1/e2", "s1/e3"]);
        for (const query of misses) expect(await found(query), query).toEqual([]);
      },
    ),
  );
});
