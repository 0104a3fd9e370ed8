import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import { piScript } from "../support/pi-session-arbitraries.ts";
import { buildPiSession } from "../support/pi-sessions.ts";
import { fixtureFiles } from "../support/fixture-files.ts";
import { sessionCorpus } from "../support/session-corpus.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { readWithPi } from "./pi-oracle.ts";

const CALLER = { cwd: "/home/ada/payments", everything: true } as const;
const RUNS = process.env["LONG"] ? 2_000 : 80;

async function openOver(folder: string): Promise<History> {
  const { history } = await openHistory({ sessions: [folder], engine: "memory", log: false });
  await history.sync(CALLER);
  return history;
}

/** Holds what the history says of every event of a session against what Pi's own code says of the file. */
async function agreesWithPi(history: History, path: string): Promise<void> {
  const pi = readWithPi(path);
  const listed = (await history.sessions({}, CALLER)).sessions.find((session) => session.sessionId === pi.sessionId);
  expect(listed?.name).toEqual(pi.sessionName?.toWellFormed());
  expect(listed?.events).toEqual(pi.entryIds.length);
  const selected: string[] = [];
  const direct: string[] = [];
  const excluded = excludedCommands(path);
  for (const entryId of pi.entryIds) {
    const read = await history.read({ sessionId: pi.sessionId, entryId }, CALLER);
    if (read.event.branchState === "selected") selected.push(entryId);
    if (read.event.selectionState === "direct") direct.push(entryId);
    expect(read.event.labels).toEqual(pi.labels.has(entryId) ? [pi.labels.get(entryId)?.toWellFormed()] : []);
    const trace = await history.trace({ sessionId: pi.sessionId, entryId }, CALLER);
    const children = pi.children.get(entryId)?.filter((child) => child !== entryId) ?? [];
    expect(trace.children.map((edge) => edge.node.entryId).toSorted()).toEqual(children.toSorted().slice(0, 20));
    expect(trace.totals.children).toBe(children.length);
  }
  expect(selected.toSorted()).toEqual([...(pi.branch ?? [])].toSorted());
  // A `!!` execution is in Pi's projection and left out when the model's messages are made (design §8).
  const expected = (pi.direct ?? []).filter((entryId) => !excluded.includes(entryId));
  expect(direct.toSorted()).toEqual(expected.toSorted());
}

/** `!!` commands by the file itself; an entry without an id is called by its record. */
function excludedCommands(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, position) => {
      if (!line.includes("excludeFromContext")) return [];
      const { id, message } = JSON.parse(line) as { id?: string; message?: { excludeFromContext?: boolean } };
      return message?.excludeFromContext === true ? [id ?? `@${position}`] : [];
    });
}

describe("against Pi's own code", () => {
  it("generated sessions: leaf path, direct set, names, labels, children; and every fork's anchor", async () => {
    const forks = { forkFrom: 0, createBranchedSession: 0, newSession: 0 };
    await fc.assert(
      fc.asyncProperty(piScript({ maxLength: 30 }), (script) =>
        withTemporaryFolder(async (folder) => {
          const built = buildPiSession(folder, script);
          const history = await openOver(folder);
          for (const file of built.files) await agreesWithPi(history, file.path);
          for (const fork of built.forks) {
            const lineage = await history.lineage({ sessionId: fork.sessionId }, CALLER);
            const line = lineage.sessions.find((session) => session.sessionId === fork.sessionId);
            expect(line?.parentSessionId).toBe(fork.parent.sessionId);
            expect(line?.anchor).toEqual(
              fork.anchor === undefined ? undefined : { sessionId: fork.parent.sessionId, entryId: fork.anchor },
            );
            if (fork.anchor !== undefined) await namesFork(history, fork.parent.sessionId, fork.anchor, fork.sessionId);
            forks[fork.kind]++;
          }
        }),
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: process.env["LONG"] ? 600_000 : 50_000 },
    );
    for (const kind of Object.keys(forks)) expect(forks, `${kind} must have occurred`).not.toHaveProperty(kind, 0);
  });

  const fixtures = fixtureFiles();
  it.each([...fixtures, ...sessionCorpus()].map((path) => [basename(path), path]))("%s", async (name, path) => {
    await withTemporaryFolder(async (folder) => {
      copyFileSync(path, join(folder, name));
      await agreesWithPi(await openOver(folder), join(folder, name));
    });
  });
});

/** The parent's event says that the child went on from it. */
async function namesFork(history: History, sessionId: string, entryId: string, child: string): Promise<void> {
  const { forks, event } = await history.read({ sessionId, entryId }, CALLER);
  const receipts = forks.filter((fork) => fork.kind === "session-fork");
  const childRead = await history.sessions({}, CALLER);
  const ownEvents = childRead.sessions.find((session) => session.sessionId === child)?.events ?? 0;
  if (ownEvents > 0) expect(receipts.map((fork) => fork.at)).toContainEqual({ sessionId: event.sessionId, entryId });
}
