import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Engine, onEachEngine, type OpenedCase, withCase } from "../cases-trees/open-case.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { allAnswers, failureOf } from "./all-answers.ts";
import { FORBIDDEN_ADDITIONS } from "./forbidden-additions.ts";
import { otherForms, STRANGE_IDS } from "./id-forms.ts";
import { CALLING, IDS, PLAIN, placeVisible } from "./workspace-world.ts";

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
function sessionOperations({ search, lineage, read, trace, history }: OpenedCase, sessionId: string, caller = PLAIN) {
  return {
    open: history.open({ sessionId }, caller),
    "open at an entry": history.open({ sessionId, entryId: "s1" }, caller),
    "search that matches": search({ query: "secretword", sessionId }, caller),
    "search that matches nothing": search(
      { query: "nowhereword", sessionId, kinds: ["user.text"], errorOnly: true },
      caller,
    ),
    "search in a folder": search({ query: "harbourword", sessionId, cwd: beta }, caller),
    lineage: lineage(sessionId, caller),
    recall: history.recallRead({ sessionId }, caller),
    "read a bad entry": read(sessionId, "nope", {}, caller),
    ...entryOperations({ read, trace, history }, sessionId, "s1", caller),
  };
}

/** Every operation that names an entry. */
function entryOperations(
  { read, trace, history }: Pick<OpenedCase, "read" | "trace" | "history">,
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
    scroll: history.recallScroll({ sessionId, aroundMessageId: entryId, window: 20 }, caller),
    "scroll on a branch": history.recallScroll({ sessionId, aroundMessageId: entryId, branchTip: entryId }, caller),
  };
}

async function expectNotFound(operations: Readonly<Record<string, Promise<unknown>>>, form = ""): Promise<void> {
  const names = Object.keys(operations);
  const failures = await Promise.all(Object.values(operations).map(failureOf));
  expect(
    names.map((name, at) => [name, failures[at]]),
    form,
  ).toEqual(names.map((name) => [name, NOT_FOUND]));
}

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

  test("every other form of a visible session's id, of a forbidden one's, and of an entry id in both", () =>
    withWorld(engine, async (opened) => {
      for (const [form, id] of otherForms(IDS.open)) {
        await expectNotFound(sessionOperations(opened, id), form);
        await expectNotFound(entryOperations(opened, id, "a1b2c3d4", CALLING), form);
      }
      for (const [form, id] of otherForms(IDS.secret)) await expectNotFound(sessionOperations(opened, id), form);
      for (const [form, id] of otherForms("a1b2c3d4")) {
        await expectNotFound(entryOperations(opened, IDS.open, id), form);
        await expectNotFound(entryOperations(opened, IDS.secret, id), form);
      }
      for (const id of STRANGE_IDS) {
        await expectNotFound(sessionOperations(opened, id), id);
        await expectNotFound(entryOperations(opened, IDS.open, id), id);
      }
    }));

  test("the path of a forbidden session's file, of a file that is no session, and of nothing", () =>
    withWorld(engine, async (opened) => {
      const { folder, history } = opened;
      for (const name of [
        "beta/secret.jsonl",
        "beta/missing.jsonl",
        "linked/secret.jsonl",
        "alpha/../beta/secret.jsonl",
      ]) {
        await expectNotFound(sessionOperations(opened, `${folder}/${name}`, CALLING), name);
      }
      for (const name of ["alpha/open.jsonl", "alpha/../alpha/open.jsonl", "beta/../alpha/open.jsonl"]) {
        const read = await history.recallRead({ sessionId: `${folder}/${name}` }, PLAIN);
        expect(read.session.sessionId, name).toBe(IDS.open);
        await expectNotFound({ read: opened.read(`${folder}/${name}`, "a1b2c3d4") }, name);
      }
      const secretPath = join(folder, "beta/secret.jsonl");
      expect((await history.recallRead({ sessionId: secretPath }, { cwd: beta })).messages).toHaveLength(2);
    }));

  test("what is no text at all is refused alike, whatever exists", () =>
    withWorld(engine, async (opened) => {
      for (const bad of [undefined, null, 7, {}, [IDS.open], "", true] as unknown as string[]) {
        const failures = [
          await failureOf(opened.read(bad, "a1b2c3d4")),
          await failureOf(opened.trace(bad, "nope")),
          await failureOf(opened.lineage(bad)),
          await failureOf(opened.history.recallRead({ sessionId: bad }, PLAIN)),
          await failureOf(opened.history.recallScroll({ sessionId: bad, aroundMessageId: "nope" }, PLAIN)),
        ];
        expect(new Set(failures)).toEqual(
          new Set(['{"code":"InvalidRequest","message":"`sessionId` must be a non-empty text."}']),
        );
        const entries = [IDS.open, IDS.secret, "missing"].map((sessionId) => failureOf(opened.read(sessionId, bad)));
        expect(new Set(await Promise.all(entries)).size).toBe(1);
      }
    }));
});

onEachEngine("Authorization: a forbidden session changes no answer", (engine) => {
  const ask = async (opened: OpenedCase) => [await allAnswers(opened, PLAIN), await allAnswers(opened, CALLING)];
  const files = ({ folder }: OpenedCase) => readdirSync(folder, { recursive: true, encoding: "utf8" });
  let without: { answers: unknown; files: string[] };

  beforeAll(() =>
    withCase({ engine, place: placeVisible, discovery: true }, async (opened) => {
      without = { answers: await ask(opened), files: files(opened) };
    }),
  );

  test.each(FORBIDDEN_ADDITIONS)("%s, in a fresh index, as it goes and as it comes", (_, add) => {
    const place = (folder: string) => {
      placeVisible(folder);
      add(folder);
    };
    return withCase({ engine, place, discovery: true }, async (opened) => {
      const everything = () => opened.history.sessions({}, { cwd: "/", everything: true });
      const all = (await everything()).sessions;
      expect(JSON.stringify(without.answers)).toContain("harbourword");
      expect(JSON.stringify(without.answers)).toContain("matchMessageId");
      expect(await ask(opened)).toEqual(without.answers);
      await opened.change(() => {
        for (const name of files(opened).filter((file) => !without.files.includes(file))) {
          rmSync(join(opened.folder, name), { recursive: true, force: true });
        }
      });
      expect((await everything()).sessions).not.toEqual(all);
      expect(await ask(opened)).toEqual(without.answers);
      await opened.change(() => add(opened.folder));
      expect((await everything()).sessions).toEqual(all);
      expect(await ask(opened)).toEqual(without.answers);
    });
  });
});
