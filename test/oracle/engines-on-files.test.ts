import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openHistory } from "../../src/container.ts";
import { analyze, LONG_RUN } from "../../src/domain/text/analyzer.ts";
import type { EventSearchRequest, History } from "../../src/domain/use-cases/history.ts";
import { fixtureFiles } from "../support/fixture-files.ts";
import { sessionCorpus } from "../support/session-corpus.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

const CALLER = { cwd: "/home/ada/payments", everything: true } as const;
const QUERIES = 40;

/** Queries from what the files hold: every n-th token alone, with a neighbour, and as a phrase; with filters now and then. */
function requestsFrom(text: string): EventSearchRequest[] {
  const tokens = analyze(text).filter((token) => token !== LONG_RUN);
  const step = Math.max(1, Math.floor(tokens.length / QUERIES));
  return Array.from({ length: Math.min(QUERIES, tokens.length) }, (_, number): EventSearchRequest => {
    const [one = "", two = "", three = ""] = tokens.slice(number * step, number * step + 3);
    const query = [one, `${one} ${three}`, `"${one} ${two}"`, `${one} ${two} nosuchword`][number % 4] as string;
    const filter = [{}, { roles: ["toolResult"] }, { branchStates: ["selected"] }, { errorOnly: true }][
      (number >> 2) % 4
    ];
    return { query: query.trim() || "nothing", limit: 50, ...filter };
  });
}

async function answersOf(history: History, requests: readonly EventSearchRequest[]): Promise<string> {
  const answers: unknown[] = [];
  for (const request of requests) {
    const answer = await history.search(request, CALLER);
    answers.push(answer);
    const [hit] = answer.hits;
    if (hit === undefined) continue;
    const { sessionId, entryId } = hit;
    answers.push(await history.read({ sessionId, entryId, before: 3, after: 3 }, CALLER));
    answers.push(await history.trace({ sessionId, entryId }, CALLER));
  }
  return JSON.stringify(answers, (key, value) => (key === "lastCompleteWalk" ? undefined : value), 1);
}

describe("both engines, whole and staged, over real files", () => {
  const sets: readonly (readonly [string, readonly string[]])[] = [
    ["the fixtures", fixtureFiles()],
    ...sessionCorpus().map((path) => [basename(path), [path]] as const),
  ];
  it.each(sets)("give the same answers over %s", async (_name, paths) => {
    await withTemporaryFolder(async (folder) => {
      for (const path of paths) copyFileSync(path, join(folder, basename(path)));
      const before = paths.map((path) => readFileSync(path));
      const answers: string[] = [];
      let found = 0;
      for (const engine of ["fts5", "memory"] as const) {
        for (const stagedBytes of [1, 1_000_000_000]) {
          const { history } = await openHistory({
            sessions: [folder],
            engine,
            index: "memory",
            log: false,
            stagedBytes,
          });
          await history.sync(CALLER);
          const requests = paths.flatMap((path) =>
            requestsFrom(readFileSync(path, "utf8").slice(0, 2_000_000)).slice(0, QUERIES),
          );
          answers.push(await answersOf(history, requests));
          found = answers[0]?.split("matchingFragmentId").length ?? 0;
          await history.close();
        }
      }
      expect(found).toBeGreaterThan(10);
      for (const other of answers) expect(other === answers[0]).toBe(true);
      for (const [at, path] of paths.entries()) {
        expect(readFileSync(join(folder, basename(path))).equals(before[at] as Buffer)).toBe(true);
      }
    });
  });
});
