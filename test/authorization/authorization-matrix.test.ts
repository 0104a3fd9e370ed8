import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Engine, onEachEngine, type OpenedCase, withCase } from "../cases-trees/open-case.ts";
import { compaction, label, sessionFile, type SessionFileOptions, user } from "../support/session-file.ts";
import { allAnswers, failureOf } from "./all-answers.ts";
import { CALLING, IDS, PLACES, PLAIN, placeVisible } from "./workspace-world.ts";

const NOT_FOUND = '{"code":"NotFound","message":"Not found in this workspace."}';
const beta = "/ws/beta";

function secret(folder: string): void {
  const entries = [user("secretword", { id: "s1" }), user("harbourword", { id: "a1b2c3d4" })];
  sessionFile(folder, { id: IDS.secret, cwd: beta, name: "beta/secret.jsonl", entries });
}

function withWorld(engine: Engine, act: (opened: OpenedCase) => Promise<void>): Promise<void> {
  const place = (folder: string) => {
    placeVisible(folder);
    secret(folder);
  };
  return withCase({ engine, place }, act);
}

/** Every operation that names a session. */
function sessionOperations({ search, lineage, read, trace }: OpenedCase, sessionId: string, caller = PLAIN) {
  return {
    "search that matches": search({ query: "secretword", sessionId }, caller),
    "search that matches nothing": search(
      { query: "nowhereword", sessionId, kinds: ["user.text"], errorOnly: true },
      caller,
    ),
    "search in a folder": search({ query: "harbourword", sessionId, cwd: beta }, caller),
    lineage: lineage(sessionId, caller),
    "read a bad entry": read(sessionId, "nope", {}, caller),
    ...entryOperations({ read, trace }, sessionId, "s1", caller),
  };
}

/** Every operation that names an entry. */
function entryOperations(
  { read, trace }: Pick<OpenedCase, "read" | "trace">,
  sessionId: string,
  entryId: string,
  caller = PLAIN,
) {
  return {
    read: read(sessionId, entryId, {}, caller),
    "read with neighbours": read(sessionId, entryId, { before: 10, after: 10, order: "append" }, caller),
    "read a window": read(sessionId, entryId, { fragmentId: "0:user.text", offset: 0 }, caller),
    "read an offset past every end": read(sessionId, entryId, { fragmentId: "0:user.text", offset: 2 ** 40 }, caller),
    trace: trace(sessionId, entryId, 1, caller),
    "trace two steps": trace(sessionId, entryId, 2, caller),
  };
}

async function expectNotFound(operations: Readonly<Record<string, Promise<unknown>>>): Promise<void> {
  const failures = await Promise.all(Object.values(operations).map(failureOf));
  expect(Object.fromEntries(Object.keys(operations).map((name, at) => [name, failures[at]]))).toEqual(
    Object.fromEntries(Object.keys(operations).map((name) => [name, NOT_FOUND])),
  );
}

/** Other forms of an id, none of which is that id. */
function otherForms(id: string): [string, string][] {
  return [
    ["a prefix", id.slice(0, -1)],
    ["a short prefix", id.slice(0, 4)],
    ["a suffix", id.slice(1)],
    ["more at its end", `${id}0`],
    ["upper case", id.toUpperCase()],
    ["a space before", ` ${id}`],
    ["a space after", `${id} `],
    ["a tab after", `${id}\t`],
    ["a line break after", `${id}\n`],
    ["a Windows line break after", `${id}\r\n`],
    ["a NUL after", `${id}\u0000`],
    ["a NUL and more after", `${id}\u0000more`],
    ["a NUL before", `\u0000${id}`],
    ["a character without width", `${id}\u200b`],
    ["a byte order mark", `\ufeff${id}`],
    ["a soft hyphen", `${id.slice(0, 3)}\u00ad${id.slice(3)}`],
    ["Cyrillic look-alikes", id.replaceAll("a", "\u0430").replaceAll("c", "\u0441")],
    ["full-width digits", id.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ["another hyphen", `${id.replaceAll("-", "\u2010")}\u2010`],
    ["a combining mark", `${id}\u0301`],
    ["a lone surrogate", `${id}\ud800`],
    ["a bidi override", `\u202e${id}`],
    ["a wild card", `${id.slice(0, -1)}_`],
    ["another wild card", `${id.slice(0, 4)}%`],
    ["a pattern", `${id.slice(0, 4)}*`],
    ["quotation marks", `"${id}"`],
    ["a query", `${id}' OR '1'='1`],
    ["a file name", `${id}.jsonl`],
    ["a path", `alpha/../${id}`],
    ["an escape", `${id.slice(0, 3)}\\u00${id.slice(3)}`],
    ["a hundred thousand characters", id.repeat(3_000)],
  ];
}

const STRANGE = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "*",
  "%",
  "\u0000",
  " ",
  "\ud800",
  ".",
];

onEachEngine("Authorization: one public failure on every operation", (engine) => {
  test("a missing session, a forbidden one with a real and with a bad entry, and a visible one with a missing entry", () =>
    withWorld(engine, async (opened) => {
      for (const caller of [PLAIN, CALLING]) {
        await expectNotFound(sessionOperations(opened, "missing", caller));
        await expectNotFound(sessionOperations(opened, IDS.secret, caller));
        await expectNotFound(entryOperations(opened, IDS.secret, "nope", caller));
        await expectNotFound(entryOperations(opened, IDS.open, "nope", caller));
        await expectNotFound(entryOperations(opened, IDS.open, "s1", caller));
        await expectNotFound(entryOperations(opened, "missing", "a1b2c3d4", caller));
      }
      expect((await opened.search({ query: "secretword", sessionId: IDS.secret }, { cwd: beta })).hits).toHaveLength(1);
    }));

  test("entries at and after the invoking call, of the session by its id and as `current`", () =>
    withWorld(engine, async (opened) => {
      for (const sessionId of [IDS.own, "current"]) {
        for (const entryId of ["call", "after"])
          await expectNotFound(entryOperations(opened, sessionId, entryId, CALLING));
        expect((await opened.read(sessionId, "u1", {}, CALLING)).event.entryId).toBe("u1");
      }
      expect((await opened.read(IDS.own, "after")).event.entryId).toBe("after");
    }));

  test("`current` without a session, of a session that is forbidden, and of one that is missing", () =>
    withWorld(engine, async (opened) => {
      for (const sessionId of [undefined, IDS.secret, "missing", "__proto__", ""]) {
        const caller =
          sessionId === undefined ? PLAIN : { ...PLAIN, session: { sessionId, leafId: "s1", invokedBy: "s1" } };
        await expectNotFound(sessionOperations(opened, "current", caller));
      }
    }));

  test.each(otherForms(IDS.open))("%s of a visible session's id", (_, form) =>
    withWorld(engine, async (opened) => {
      await expectNotFound(sessionOperations(opened, form));
      await expectNotFound(entryOperations(opened, form, "a1b2c3d4", CALLING));
    }),
  );

  test("every other form of a forbidden session's id, and of both entry ids", () =>
    withWorld(engine, async (opened) => {
      for (const [, form] of otherForms(IDS.secret)) await expectNotFound(sessionOperations(opened, form));
      for (const [, form] of otherForms("a1b2c3d4")) await expectNotFound(entryOperations(opened, IDS.open, form));
      for (const form of STRANGE) {
        await expectNotFound(sessionOperations(opened, form));
        await expectNotFound(entryOperations(opened, IDS.open, form));
      }
    }));

  test("what is no text at all is refused alike, whatever exists", () =>
    withWorld(engine, async (opened) => {
      for (const bad of [undefined, null, 7, {}, [IDS.open], "", true] as unknown as string[]) {
        const failures = [
          await failureOf(opened.read(bad, "a1b2c3d4")),
          await failureOf(opened.trace(bad, "nope")),
          await failureOf(opened.lineage(bad)),
        ];
        expect(new Set(failures)).toEqual(
          new Set(['{"code":"InvalidRequest","message":"`sessionId` must be a non-empty text."}']),
        );
        const entries = [IDS.open, IDS.secret, "missing"].map((sessionId) => failureOf(opened.read(sessionId, bad)));
        expect(new Set(await Promise.all(entries)).size).toBe(1);
      }
    }));
});

type Addition = (folder: string) => void;

function hidden(options: SessionFileOptions): Addition {
  return (folder) => void sessionFile(folder, { cwd: beta, timestamp: "2026-08-01T00:00:00.000Z", ...options });
}

const copied = [
  user("harbourword begins", { id: "a1b2c3d4" }),
  user("harbourword secretword", { id: "s1" }),
  label("a1b2c3d4", "secretlabel", { id: "s2" }),
  compaction("harbourword secret", "a1b2c3d4", { id: "p9" }),
];

const additions: readonly [string, Addition][] = [
  [
    "a session with the same words",
    hidden({ id: IDS.secret, entries: [user("harbourword heirword deepword quay secretword")] }),
  ],
  ["a session with the same entry ids", hidden({ id: IDS.secret, entries: copied })],
  [
    "a later, larger session with the id of a visible one",
    hidden({ id: IDS.open, name: "beta/open.jsonl", entries: copied }),
  ],
  [
    "a session with the id of the caller's own",
    hidden({ id: IDS.own, name: "beta/own.jsonl", entries: [...copied, user("u", { id: "u1" })] }),
  ],
  [
    "a fork of a visible session",
    (folder) => hidden({ id: IDS.secret, parentSession: join(folder, PLACES.open), entries: copied })(folder),
  ],
  [
    "a fork of the caller's own session",
    (folder) =>
      hidden({
        id: IDS.secret,
        parentSession: join(folder, `alpha/${IDS.own}.jsonl`),
        entries: [user("harbourword own", { id: "u1" })],
      })(folder),
  ],
  [
    "the parent that visible heirs name, by its path and through a link",
    hidden({
      id: IDS.secret,
      name: PLACES.parent,
      entries: [user("heirword shared", { id: "x1" }), user("secretword", { id: "s1" })],
    }),
  ],
  [
    "the session between a visible parent and a visible grandchild",
    (folder) =>
      hidden({ id: IDS.secret, name: PLACES.middle, parentSession: join(folder, PLACES.open), entries: copied })(
        folder,
      ),
  ],
  [
    "a file with the base name by which a parent is found",
    hidden({ id: IDS.secret, name: "beta/open.jsonl", entries: copied }),
  ],
  [
    "sessions called current and __proto__",
    (folder) => ["current", "__proto__"].forEach((id) => hidden({ id, entries: copied })(folder)),
  ],
  [
    "a session with bad lines, repeated ids and over-long text",
    hidden({
      id: IDS.secret,
      entries: [...copied, "{torn\n", "7\n", user("again", { id: "s1" }), user("long ".repeat(250_000)), "tail"],
    }),
  ],
  [
    "sessions whose cwd is empty, relative or missing",
    (folder) =>
      ["", "ws/alpha", 7].forEach((cwd, at) => hidden({ id: `x${at}`, header: { cwd }, entries: copied })(folder)),
  ],
  [
    "a session in a folder that only begins like the workspace",
    hidden({ id: IDS.secret, cwd: "/ws/alphabet", entries: copied }),
  ],
  [
    "a session that is half written",
    hidden({ id: IDS.secret, entries: [user("secretword"), '{"type":"message","id":"s9"'] }),
  ],
  [
    "forty sessions at once",
    (folder) =>
      Array.from({ length: 40 }, (_, at) =>
        hidden({ id: `hidden-${at}`, name: `beta/${at}/open.jsonl`, entries: copied })(folder),
      ),
  ],
];

onEachEngine("Authorization: a forbidden session changes no answer", (engine) => {
  test.each(additions)("%s, as it comes and as it goes", (_, add) =>
    withCase({ engine, place: placeVisible }, async (opened) => {
      const files = () => readdirSync(opened.folder, { recursive: true, encoding: "utf8" });
      const ask = async () => [await allAnswers(opened, PLAIN), await allAnswers(opened, CALLING)];
      const askForAll = () => opened.history.sessions({}, { cwd: "/", everything: true });
      const [before, known, all] = [await ask(), files(), (await askForAll()).sessions];
      expect(JSON.stringify(before)).toContain("harbourword");
      await opened.change(() => add(opened.folder));
      expect((await askForAll()).sessions).not.toEqual(all);
      expect(await ask()).toEqual(before);
      await opened.change(() => {
        for (const name of files().filter((file) => !known.includes(file))) {
          rmSync(join(opened.folder, name), { recursive: true, force: true });
        }
      });
      expect((await askForAll()).sessions).toEqual(all);
      expect(await ask()).toEqual(before);
    }),
  );
});
