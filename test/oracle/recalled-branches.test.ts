import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { RecalledMessage, RecallTranscript } from "../../src/domain/model/recall.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import { fixtureFiles } from "../support/fixture-files.ts";
import { piScript } from "../support/pi-session-arbitraries.ts";
import { buildPiSession } from "../support/pi-sessions.ts";
import { sessionCorpus } from "../support/session-corpus.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { type PiMessage, type PiReading, readWithPi } from "./pi-oracle.ts";

const CALLER = { cwd: "/home/ada/payments", everything: true } as const;
const RUNS = process.env["LONG"] ? 1_000 : 60;
/** Branches that are looked at of one session. */
const BRANCHES = 40;

async function openOver(folder: string): Promise<History> {
  const { history } = await openHistory({ sessions: [folder], engine: "memory", log: false });
  await history.sync(CALLER);
  return history;
}

/** Holds the transcripts of a session against the branches and messages that Pi's own code makes of the file. */
async function agreesWithPi(history: History, path: string): Promise<void> {
  const pi = readWithPi(path);
  const { sessionId } = pi;
  const selected = pi.leafId === null ? [] : pi.messagesTo(pi.leafId);
  if (selected !== undefined) {
    const read = await history.recallRead({ sessionId }, CALLER);
    expect(read.branchTip).toBe(pi.leafId ?? "");
    const shown = selected.length > 30 ? [...selected.slice(0, 20), ...selected.slice(-10)] : selected;
    expectMessages(read, shown, selected.length);
    expect(read.omitted).toEqual(selected.length > 30 ? { at: 20, count: selected.length - 30 } : undefined);
    const { sessions } = await history.recallBrowse({ limit: 10 }, CALLER);
    const counted = selected.filter(({ role }) => role === "user" || role === "assistant").length;
    const listed = sessions.find((session) => session.sessionId === sessionId);
    if (listed) expect(listed.messageCount).toBe(counted);
  }
  for (const tip of pi.entryIds.slice(0, BRANCHES)) await branchAgrees(history, pi, tip);
}

async function branchAgrees(history: History, pi: PiReading, tip: string): Promise<void> {
  const messages = pi.messagesTo(tip);
  if (messages === undefined) return;
  const request = { sessionId: pi.sessionId, aroundMessageId: tip, branchTip: tip, window: 20 };
  const scrolled = await history.recallScroll(request, CALLER);
  expect(scrolled.branchTip).toBe(tip);
  // Where the tip is no message the one before it is the middle.
  expectMessages(scrolled, messages.slice(-21), messages.length);
  // Without a tip, the branch that the entry lies on: the selected one wherever it does.
  const { branchTip } = await history.recallScroll({ sessionId: pi.sessionId, aroundMessageId: tip }, CALLER);
  if (pi.branch?.includes(tip)) expect(branchTip).toBe(pi.leafId);
  else expect(pi.messagesTo(branchTip)?.slice(0, messages.length)).toEqual(messages);
}

function expectMessages(transcript: RecallTranscript, expected: readonly PiMessage[], total: number): void {
  expect(transcript.totalMessages).toBe(total);
  expect(transcript.messages.map(({ id, role }) => [id, role])).toEqual(expected.map(({ id, role }) => [id, role]));
  for (const [at, { role, texts }] of expected.entries()) {
    const shown = transcript.messages[at] as RecalledMessage;
    if (texts === undefined || shown.totalChars !== undefined) continue;
    const whole = texts
      .filter((text) => text !== "")
      .join("\n")
      .toWellFormed();
    // A custom message ends with its type, a failed turn with its error.
    if (role === "custom" || role === "assistant") expect(shown.text.startsWith(whole)).toBe(true);
    else if (role === "user" || role === "toolResult") expect(shown.text).toBe(whole);
  }
}

describe("recalled branches against Pi's own code", () => {
  it("generated sessions: the selected branch and every other one", async () => {
    await fc.assert(
      fc.asyncProperty(piScript({ maxLength: 40 }), (script) =>
        withTemporaryFolder(async (folder) => {
          const { files } = buildPiSession(folder, script);
          const history = await openOver(folder);
          for (const file of files) await agreesWithPi(history, file.path);
          await history.close();
        }),
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: process.env["LONG"] ? 600_000 : 50_000 },
    );
  });

  it.each([...fixtureFiles(), ...sessionCorpus()].map((path) => [basename(path), path]))("%s", async (name, path) => {
    await withTemporaryFolder(async (folder) => {
      copyFileSync(path, join(folder, name));
      const history = await openOver(folder);
      await agreesWithPi(history, join(folder, name));
      await history.close();
    });
  });
});
