import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { expect, it } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { RecallDiscovery } from "../../src/domain/model/recall.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import { placesOf, plainCharacters } from "../oracle/naive-recall.ts";
import { COMMON_WORDS, piScript, RARE_WORDS } from "../support/pi-session-arbitraries.ts";
import { buildPiSession } from "../support/pi-sessions.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

const EVERYONE = { cwd: "/home/ada/payments", everything: true } as const;
const RUNS = process.env["LONG"] ? 1_000 : 60;

const wanted = fc.oneof(
  fc.constantFrom("re", "a", "et", "get r", ...COMMON_WORDS),
  fc.constantFrom(...RARE_WORDS.filter((word) => word.isWellFormed())),
);

/** A message as its file has it. */
interface FoundMessage {
  readonly sessionId: string;
  readonly identity: string;
}

interface NaiveSession {
  readonly sessionId: string;
  readonly path: string;
  readonly started: string;
  readonly parentSession?: string;
  readonly entries: readonly { readonly id: string; readonly message?: { role: string; content: unknown } }[];
}

/** For each session the messages that hold the text and that no session nearer to the root of its lineage holds. */
function discoverNaively(sessions: readonly NaiveSession[], text: string): Record<string, number> {
  const byPath = new Map(sessions.map((session) => [session.path, session]));
  const chainOf = (session: NaiveSession): NaiveSession[] => {
    const parent = session.parentSession === undefined ? undefined : byPath.get(session.parentSession);
    return parent ? [...chainOf(parent), session] : [session];
  };
  const inOrder = sessions.toSorted(
    (one, other) =>
      chainOf(one).length - chainOf(other).length ||
      Date.parse(one.started) - Date.parse(other.started) ||
      (one.sessionId < other.sessionId ? -1 : 1),
  );
  const taken = new Set<string>();
  const found: FoundMessage[] = [];
  for (const session of inOrder) {
    for (const { id, message } of session.entries) {
      if (message === undefined || !holds(message, text)) continue;
      const identity = `${chainOf(session)[0]?.path} ${id} ${JSON.stringify(message)}`;
      if (taken.has(identity)) continue;
      taken.add(identity);
      found.push({ sessionId: session.sessionId, identity });
    }
  }
  const counts = Object.groupBy(found, ({ sessionId }) => sessionId);
  return Object.fromEntries(Object.entries(counts).map(([sessionId, messages = []]) => [sessionId, messages.length]));
}

function holds({ role, content }: { role: string; content: unknown }, text: string): boolean {
  if (role !== "user" && role !== "assistant") return false;
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : (content as { text?: string }[]);
  const texts = blocks.map((block) => block.text).filter((one) => typeof one === "string" && one !== "");
  return placesOf(text, texts.join("\n")).length > 0;
}

function readSessions(folder: string): NaiveSession[] {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const [header, ...entries] = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as object);
    const { id, timestamp, parentSession } = header as { id: string; timestamp: string; parentSession?: string };
    return {
      sessionId: id,
      path,
      started: timestamp,
      ...(parentSession !== undefined && { parentSession }),
      entries: entries as NaiveSession["entries"],
    };
  });
}

async function discover(history: History, text: string): Promise<RecallDiscovery> {
  const { coverage, ...answer } = await history.recallDiscover({ query: `"${text}"`, limit: 10 }, EVERYONE);
  expect(coverage.state).toBe("ready");
  return answer as RecallDiscovery;
}

it("discovery finds what a naive look through the files finds, forks included, in one order on both engines", async () => {
  const seen = { several: 0, inherited: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(piScript({ maxLength: 20 }), { minLength: 1, maxLength: 3 }),
      fc.array(wanted, { minLength: 1, maxLength: 5 }),
      (scripts, texts) =>
        withTemporaryFolder(async (folder) => {
          scripts.forEach((script, at) => buildPiSession(folder, script, { seed: `s${at}` }));
          const sessions = readSessions(folder);
          const histories: History[] = [];
          for (const engine of ["fts5", "memory"] as const) {
            const options = { engine, sessions: [folder], log: false };
            const { history } = await openHistory(engine === "fts5" ? { ...options, index: "memory" } : options);
            await history.sync(EVERYONE, { discovery: true });
            histories.push(history);
          }
          for (const text of texts) {
            const expected = discoverNaively(sessions, text);
            const [one, other] = await Promise.all(histories.map((history) => discover(history, text)));
            expect(one).toEqual(other);
            const counts = Object.values(expected);
            const messages = counts.reduce((sum, count) => sum + count, 0);
            expect(one?.totals, text).toEqual({ sessions: counts.length, messages });
            expect(one?.sessions).toHaveLength(Math.min(10, counts.length));
            for (const { sessionId, matchingMessages, snippet, matches } of one?.sessions ?? []) {
              expect(matchingMessages, `${text} in ${sessionId}`).toBe(expected[sessionId]);
              expect(placesOf(text, snippet), `${text} in ${snippet}`).not.toEqual([]);
              for (const { start, end } of matches) {
                const shown = plainCharacters(snippet.slice(start, end)).join("");
                expect(shown).toContain(plainCharacters(text).join(""));
              }
            }
            if (counts.length > 1) seen.several++;
            const copied = sessions
              .flatMap(({ entries }) => entries)
              .filter(({ message }) => message && holds(message, text));
            if (copied.length > messages) seen.inherited++;
          }
          for (const history of histories) await history.close();
        }),
    ),
    { numRuns: RUNS, interruptAfterTimeLimit: process.env["LONG"] ? 600_000 : 50_000 },
  );
  expect(seen.several, "several sessions must have been found at once").toBeGreaterThan(0);
  expect(seen.inherited, "something inherited must have matched").toBeGreaterThan(0);
});
