import { expect, test } from "vitest";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { createHistory } from "../../../src/domain/use-cases/create-history.ts";
import type { HistoryParts } from "../../../src/domain/use-cases/history-parts.ts";

/** A history whose store fails with this error, and what it logs. */
async function failWith(error: Error): Promise<{ failure: unknown; logged: readonly unknown[] }> {
  const logged: unknown[] = [];
  const parts = {
    roots: [],
    store: {
      sources: async () => {
        throw error;
      },
    },
    source: {},
    diagnostics: { warn: () => {}, error: (message: string, facts: unknown) => logged.push([message, facts]) },
  } as unknown as HistoryParts;
  try {
    await createHistory(parts).sessions({}, { cwd: "/", everything: true });
  } catch (failure) {
    return { failure, logged };
  }
  throw new Error("Nothing failed.");
}

test("the cause of an operational failure goes to the local log, and the failure to the caller", async () => {
  const error = new RecallError("IndexUnavailable", "The index is busy.", { cause: new Error("SQLITE_BUSY") });
  expect(await failWith(error)).toEqual({ failure: error, logged: [["The index is busy.", { error }]] });
});

test("what a request got wrong, and what has no cause, is not logged", async () => {
  for (const error of [
    new RecallError("NotFound", "Not found in this workspace.", { cause: new Error("/a/path") }),
    new RecallError("Cancelled", "The operation was cancelled.", { cause: "Escape" }),
    new RecallError("IndexUnavailable", "The index is closed."),
  ]) {
    expect(await failWith(error)).toEqual({ failure: error, logged: [] });
  }
});

test("what is no RecallError is logged and becomes one", async () => {
  const error = new TypeError("a bug");
  const { failure, logged } = await failWith(error);
  expect(failure).toMatchObject({ code: "IndexUnavailable", cause: error });
  expect(logged).toEqual([["An operation failed.", { error }]]);
});
