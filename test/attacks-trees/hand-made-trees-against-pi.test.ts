import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import {
  assistant,
  bash,
  branchSummary,
  compaction,
  contextEdit,
  customEntry,
  customMessage,
  label,
  modelChange,
  type SessionEntry,
  sessionFile,
  sessionText,
  system,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

const RUNS = process.env["LONG"] ? 3_000 : 120;
const IDS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const SESSION = "tangle";

/** Few ids, so that entries repeat them, name each other in circles, and name what is missing. */
const anyId = fc.constantFrom(...IDS, "missing");

/** Entries that Pi and this project treat alike when another entry repeats their id. */
const plainEntry: fc.Arbitrary<SessionEntry> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(user("said")) },
  { weight: 2, arbitrary: fc.constantFrom(assistant("answered"), assistant("failed", { stopReason: "error" })) },
  { weight: 1, arbitrary: fc.constant(toolResult("call", "read", "result")) },
  { weight: 1, arbitrary: fc.constantFrom(bash("ls", "files"), bash("ls", "files", { excludeFromContext: true })) },
  { weight: 2, arbitrary: fc.constant(system("prompt")) },
  { weight: 1, arbitrary: fc.constantFrom(customMessage("note", "noted"), customEntry("state", { held: 1 })) },
  { weight: 1, arbitrary: fc.constantFrom(modelChange("m"), { type: "usage" }, { type: "from-the-future", x: 1 }) },
  { weight: 2, arbitrary: anyId.map((kept) => compaction("in short", kept)) },
  { weight: 1, arbitrary: fc.constant<SessionEntry>({ type: "compaction", summary: "keeps nothing" }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("left behind", ""), fc.oneof(anyId, fc.constant("root")))
      .map(([summary, from]) => branchSummary(summary, from)),
  },
  { weight: 1, arbitrary: fc.constant<SessionEntry>({ type: "branch_summary", summary: "from nowhere" }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyId, fc.constantFrom(null, "given instead"))
      .map(([target, replacement]) => contextEdit(target, replacement)),
  },
);

const parent = fc.oneof(
  { weight: 8, arbitrary: fc.constant("the one before") },
  { weight: 3, arbitrary: anyId },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** Lines of a file that no SessionManager would write, but that Pi opens. Labels come last, each under an id of its own. */
const anyLines = fc
  .tuple(
    fc.array(fc.tuple(plainEntry, fc.constantFrom(...IDS), parent), { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(anyId, fc.constantFrom("mark", "other mark", ""), parent), { maxLength: 4 }),
    fc.constantFrom([], ['{"type":"session","id":"second","cwd":"/elsewhere"}\n'], ["no JSON\n", "null\n"]),
  )
  .map(([entries, labels, strange]) => {
    const lines: (SessionEntry | string)[] = entries.map(([entry, id, above]) => placed(entry, id, above));
    lines.splice(lines.length >> 1, 0, ...strange);
    labels.forEach(([target, name, above], at) => lines.push(placed(label(target, name), `label-${at}`, above)));
    return lines;
  });

function placed(entry: SessionEntry, id: string, above: string | null): SessionEntry {
  return { ...entry, id, ...(above !== "the one before" && { parentId: above }) };
}

interface View {
  readonly selected: readonly string[];
  readonly direct: readonly string[];
}

/** What Pi's own code says at a leaf; undefined where its walk would never end. */
function piAt(session: SessionManager, leaf: string | null): View | undefined {
  if (leaf === null) session.resetLeaf();
  else session.branch(leaf);
  const visited = new Set<string>();
  for (
    let at = session.getLeafEntry();
    at !== undefined;
    at = at.parentId ? session.getEntry(at.parentId) : undefined
  ) {
    if (visited.has(at.id)) return undefined;
    visited.add(at.id);
  }
  const direct = session.buildSessionProjection().entries.filter(({ messages }) => messages.length > 0);
  return { selected: [...visited].toSorted(), direct: direct.map(({ sourceEntry }) => sourceEntry.id).toSorted() };
}

function caller(leafId: string | null | undefined): Caller {
  const session = { sessionId: SESSION, ...(leafId !== undefined && { leafId }) };
  return { cwd: "/home/ada/payments", workspaces: ["/home/ada/payments"], session };
}

/** What the history says at a leaf. `!!` commands are in Pi's projection and left out of what it sends (design §8). */
async function historyAt(history: History, ids: readonly string[], excluded: ReadonlySet<string>, asking: Caller) {
  const selected: string[] = [];
  const direct: string[] = [...excluded];
  for (const entryId of ids) {
    const { event } = await history.read({ sessionId: "current", entryId }, asking);
    if (event.branchState === "selected") selected.push(entryId);
    if (event.selectionState === "direct") direct.push(entryId);
    const { target } = await history.trace({ sessionId: SESSION, entryId }, asking);
    expect([target.branchState, target.selectionState]).toEqual([event.branchState, event.selectionState]);
  }
  return { selected: selected.toSorted(), direct: direct.toSorted() };
}

function excludedBash(session: SessionManager): Set<string> {
  const entries = session.buildSessionProjection().entries.filter(({ messages }) => messages.length > 0);
  return new Set(
    entries
      .filter(({ messages }) =>
        messages.some((message) => message.role === "bashExecution" && message.excludeFromContext),
      )
      .map(({ sourceEntry }) => sourceEntry.id),
  );
}

function withoutRepeats(lines: readonly (SessionEntry | string)[]): readonly (SessionEntry | string)[] {
  const seen = new Set<unknown>();
  return lines.filter((line) => {
    const isFirst = typeof line === "string" || !seen.has(line["id"]);
    if (typeof line !== "string") seen.add(line["id"]);
    return isFirst;
  });
}

/** Everything that can be asked of a session's events. */
async function allAnswers(history: History, ids: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const entryId of ids) {
    const event = { sessionId: SESSION, entryId };
    const { coverage: ofRead, ...read } = await history.read(event, caller(undefined));
    const { coverage: ofTrace, ...trace } = await history.trace({ ...event, depth: 2 }, caller(undefined));
    answers.push(read, trace, [ofRead.state, ofTrace.state, ofRead.skipped]);
  }
  return answers;
}

test("a file that grew between two syncs answers as if it had been read at once", async () => {
  const toolTalk = fc.constantFrom(
    assistant([toolCall("c", "read", { path: "a.txt" })]),
    assistant([toolCall("c", "edit", { path: "./a.txt" }), toolCall("d", "bash", { command: "ls" })]),
    toolResult("c", "read", "result"),
    toolResult("d", "bash", "files"),
  );
  const withTools = fc
    .tuple(anyLines, fc.array(fc.tuple(toolTalk, parent), { maxLength: 6 }), fc.nat(), fc.boolean())
    .map(([anything, talk, seed, repeats]) => {
      // A repeated id makes the whole file be read again: what goes the short way needs files without any.
      const lines = repeats ? anything : withoutRepeats(anything);
      const more = talk.map(([entry, above], at) => placed(entry, `t${at}`, above));
      return lines.toSpliced(seed % (lines.length + 1), 0, ...more);
    });
  await fc.assert(
    fc.asyncProperty(withTools, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (entries, cuts) =>
      withTemporaryFolder(async (folder) => {
        const [header = "", ...lines] = sessionText({ id: SESSION, entries }).split(/(?<=\n)/);
        const path = join(folder, `${SESSION}.jsonl`);
        const opened = await openHistory({ sessions: [folder], engine: "memory", log: false });
        try {
          for (const cut of [...cuts.map((at) => at % (lines.length + 1)).toSorted((a, b) => a - b), lines.length]) {
            writeFileSync(path, [header, ...lines.slice(0, cut)].join(""));
            await opened.history.sync(caller(undefined));
          }
          const fresh = await openHistory({ sessions: [folder], engine: "memory", log: false });
          await fresh.history.sync(caller(undefined));
          const ids = [
            ...new Set(entries.flatMap((entry) => (typeof entry === "string" ? [] : [String(entry["id"])]))),
          ];
          expect(await allAnswers(opened.history, ids)).toEqual(await allAnswers(fresh.history, ids));
          await fresh.history.close();
        } finally {
          await opened.history.close();
        }
      }),
    ),
    { numRuns: RUNS },
  );
});

test("a result that comes below a ring of entries is paired with nothing, read at once or later", () =>
  withTemporaryFolder(async (folder) => {
    const entries = [
      assistant([toolCall("c", "read", { path: "a.txt" })], {}, { id: "ring", parentId: "other" }),
      user("round", { id: "other", parentId: "ring" }),
      toolResult("c", "read", "result", {}, { id: "late", parentId: "ring" }),
      user("end", { id: "end", parentId: null }),
    ];
    const lines = sessionText({ id: SESSION, entries }).split(/(?<=\n)/);
    const { history } = await openHistory({ sessions: [folder], engine: "memory", log: false });
    for (const count of [3, lines.length]) {
      writeFileSync(join(folder, `${SESSION}.jsonl`), lines.slice(0, count).join(""));
      await history.sync(caller(undefined));
    }
    for (const entryId of ["ring", "late"]) {
      expect((await history.trace({ sessionId: SESSION, entryId }, caller(undefined))).related).toEqual([]);
    }
    await history.close();
  }));

test("files that nobody writes on purpose: path, context, labels and children are Pi's, at every leaf", async () => {
  let cycles = 0;
  let views = 0;
  await fc.assert(
    fc.asyncProperty(anyLines, fc.nat(), (entries, seed) =>
      withTemporaryFolder(async (folder) => {
        const path = sessionFile(folder, { id: SESSION, entries });
        // In a hidden folder, which the walk passes over: Pi's copy is no second file of the session.
        mkdirSync(join(folder, ".copies"));
        const copy = join(folder, ".copies", "copy.jsonl");
        copyFileSync(path, copy);
        const session = SessionManager.open(copy);
        const last = session.getLeafId();
        const ids = [...new Set(session.getEntries().map(({ id }) => id))];
        const { history } = await openHistory({ sessions: [folder], engine: "memory", log: false });
        try {
          await history.sync(caller(undefined));
          for (const leaf of [undefined, ids[seed % ids.length], null]) {
            const expected = piAt(session, leaf === undefined ? last : leaf);
            views++;
            if (expected === undefined) {
              cycles++;
              const { selected, direct } = await historyAt(history, ids, new Set(), caller(leaf));
              expect([selected, direct]).toEqual([[], []]);
              continue;
            }
            expect(await historyAt(history, ids, excludedBash(session), caller(leaf))).toEqual(expected);
          }
          for (const entryId of ids) {
            const read = await history.read({ sessionId: SESSION, entryId }, caller(undefined));
            const inForce = session.getLabel(entryId);
            expect(read.event.labels).toEqual(inForce === undefined ? [] : [inForce]);
            const trace = await history.trace({ sessionId: SESSION, entryId }, caller(undefined));
            const children = session.getChildren(entryId).map(({ id }) => id);
            expect(trace.children.map(({ node }) => node.entryId).toSorted()).toEqual(
              children.filter((id) => id !== entryId).toSorted(),
            );
          }
        } finally {
          await history.close();
        }
      }),
    ),
    { numRuns: RUNS },
  );
  expect(cycles).toBeGreaterThan(0);
  expect(views).toBeGreaterThan(cycles);
});
