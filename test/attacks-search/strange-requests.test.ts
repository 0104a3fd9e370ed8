import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventSearchRequest } from "../../src/domain/use-cases/history.ts";
import { onEachEngine, withCase } from "../cases-trees/open-case.ts";
import { assistant, sessionFile, text, toolCall, toolResult, user } from "../support/session-file.ts";

const cwd = "/ws/alpha";
const PROTOTYPE = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"];

onEachEngine("Strange requests", (engine) => {
  test("a query of exactly a thousand code points is answered, whatever they are; one more is refused", () =>
    withCase(
      { engine, place: (folder) => void sessionFile(folder, { id: "s", cwd, entries: [user("𝒳 needle 数\u0000据")] }) },
      async ({ search }) => {
        const fill = (unit: string, query: string) => query + unit.repeat(1_000 - Array.from(query).length);
        for (const unit of [" ", "\u0000", "\ud800", "😀", "=", "\u3000"]) {
          const query = fill(unit, "needle ");
          expect((await search(query)).totals.events, JSON.stringify(unit)).toBe(1);
          await expect(search(`${query}${unit}`)).rejects.toMatchObject({ code: "InvalidQuery" });
        }
        expect((await search(fill("𝒳", "needle "))).totals.events).toBe(0);
        expect((await search("needle\u0000𝒳")).totals.events).toBe(0);
        expect((await search("𝒳\ud800needle")).totals.events).toBe(1);
        expect((await search("数\u0000据")).totals.events).toBe(1);
        expect((await search("\u{1d4b3} NEEDLE")).totals.events).toBe(1);
      },
    ));

  test("32 clauses and 128 tokens are answered, one more of either is refused with what to do", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "s",
            cwd,
            entries: [user("a ".repeat(200) + Array.from({ length: 40 }, (_, at) => `w${at}`).join(" "))],
          }),
      },
      async ({ search }) => {
        const words = Array.from({ length: 33 }, (_, at) => `w${at}`);
        expect((await search(words.slice(0, 32).join(" "))).totals.events).toBe(1);
        await expect(search(words.join(" "))).rejects.toMatchObject({
          code: "InvalidQuery",
          message: expect.stringContaining("use fewer"),
        });
        expect((await search(`${words.slice(0, 32).join(" ")} w0 W1 w2`)).totals.events).toBe(1);
        expect((await search(`"${"a ".repeat(128)}"`)).totals.events).toBe(1);
        await expect(search(`"${"a ".repeat(129)}"`)).rejects.toMatchObject({
          code: "InvalidQuery",
          message: expect.stringContaining("shorten"),
        });
      },
    ));

  test("names of an object's prototype are words, ids, tools and folders like any other", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          for (const [at, id] of PROTOTYPE.entries()) {
            sessionFile(folder, {
              id,
              cwd,
              name: `${at}.jsonl`,
              entries: [
                user(`${id} spoken`, { id }),
                assistant([toolCall(id, id, { [id]: id })], {}, { id: "call", parentId: id }),
                toolResult(id, id, `${id} answered`, {}, { id: "result", parentId: "call" }),
              ],
            });
          }
        },
      },
      async ({ search, read, trace }) => {
        for (const id of PROTOTYPE) {
          const said = await search({ query: `${id} spoken` });
          expect(said.hits.map((hit) => [hit.sessionId, hit.entryId])).toEqual([[id, id]]);
          const called = await search({ query: id, sessionId: id, toolNames: [id] });
          expect(called.totals).toEqual({ events: 2, fragments: 2 });
          expect((await read(id, id)).event.entryId).toBe(id);
          expect((await trace(id, "result")).related.map((edge) => edge.node.entryId)).toEqual(["call"]);
          const none = await search({ query: `${id} spoken`, toolNames: [id] });
          expect(none.noMatch?.filters).toEqual([{ name: "toolNames", events: 1 }]);
          await expect(search({ query: id, kinds: [id] })).rejects.toMatchObject({
            code: "InvalidFilter",
            message: expect.stringContaining("user.text"),
          });
        }
      },
    ));

  test("ids of a hundred thousand characters are found, and no answer is lost to them", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "long".repeat(25_000),
            cwd,
            name: "s.jsonl",
            entries: [user("needle", { id: "é".repeat(100_000) }), user("needle", { id: "\u0001\n\t\u202e" })],
          }),
      },
      async ({ search, read }) => {
        const { hits } = await search("needle");
        expect(hits.map((hit) => hit.entryId.length).toSorted((one, other) => one - other)).toEqual([4, 100_000]);
        for (const { sessionId, entryId } of hits) expect((await read(sessionId, entryId)).event.entryId).toBe(entryId);
      },
    ));

  test("what a request of the wrong shape gets is an error of the request or the answer, never a failure of the index", () =>
    withCase(
      { engine, place: (folder) => void sessionFile(folder, { id: "s", cwd, entries: [user("needle")] }) },
      async ({ search }) => {
        const bad = [
          undefined,
          null,
          7,
          true,
          {},
          [],
          [7],
          [null],
          "",
          "needle",
          Number.NaN,
          { from: 7 },
          { to: {} },
          ["\ud800"],
        ];
        const fields = [
          "query",
          "sessionId",
          "cwd",
          "kinds",
          "entryTypes",
          "roles",
          "toolNames",
          "errorOnly",
          "time",
          "branchStates",
          "selectionStates",
          "limit",
        ];
        for (const field of fields) {
          for (const value of bad) {
            const request = { query: "needle", [field]: value } as unknown as EventSearchRequest;
            const outcome = await search(request).then(
              () => "answer",
              (error: { code?: string }) => error.code ?? "none",
            );
            expect(
              ["answer", "InvalidQuery", "InvalidFilter", "InvalidRequest", "NotFound"],
              `${field} ${JSON.stringify(value)}`,
            ).toContain(outcome);
          }
        }
      },
    ));

  test("a folder to search in may be written through links, with dots, or not exist", () =>
    withCase(
      {
        engine,
        cwdsInFolder: true,
        caller: (folder) => ({ cwd: folder, workspaces: [folder] }),
        place: (folder) => {
          mkdirSync(join(folder, "real", "below"), { recursive: true });
          symlinkSync(join(folder, "real"), join(folder, "link"));
          symlinkSync(join(folder, "gone"), join(folder, "dangling"));
          const at = {
            real: "real",
            viaLink: "link/below",
            gone: "gone",
            viaDangling: "dangling/deep",
            beside: "real-not",
          };
          for (const [id, path] of Object.entries(at))
            sessionFile(folder, { id, cwd: join(folder, path), entries: [user("needle")] });
        },
      },
      async ({ search, folder }) => {
        const found = async (path: string) =>
          (await search({ query: "needle", cwd: path })).hits.map((hit) => hit.sessionId).toSorted();
        for (const path of ["real", "link", "real/", "link/../real", "./real//", "real/below/.."])
          expect(await found(`${folder}/${path}`), path).toEqual(["real", "viaLink"]);
        expect(await found(`${folder}/link/below`)).toEqual(["viaLink"]);
        for (const path of ["gone", "dangling"])
          expect(await found(`${folder}/${path}`), path).toEqual(["gone", "viaDangling"]);
        const none = await search({ query: "needle", cwd: `${folder}/rea` });
        expect([none.hits, none.noMatch?.filters]).toEqual([[], [{ name: "cwd", events: 5 }]]);
        for (const path of ["real", "./real", "", "~/real"])
          await expect(search({ query: "needle", cwd: path })).rejects.toMatchObject({ code: "InvalidFilter" });
      },
    ));

  test("a match in the tail of an over-long fragment is read from its offset, and the unindexed middle is said", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const long = `headword ${"😀 filler ".repeat(130_000)} middleword ${"e\u0301 filler ".repeat(60_000)} tailword end`;
          sessionFile(folder, { id: "s", cwd, entries: [user([text("short"), text(long)])] });
        },
      },
      async ({ search, read, coverage }) => {
        expect(coverage).toMatchObject({ state: "partial", skipped: [{ reason: "shortened-text", count: 1 }] });
        for (const word of ["headword", "tailword"]) {
          const { hits } = await search(word);
          expect(hits).toHaveLength(1);
          for (const hit of hits) {
            const { fragments } = await read("s", hit.entryId, {
              fragmentId: hit.matchingFragmentId,
              offset: hit.matchOffset,
            });
            expect(fragments[0]?.preview.text.startsWith(word)).toBe(true);
            expect(fragments[0]?.preview.shownRanges[0]?.start).toBe(hit.matchOffset);
          }
        }
        const none = await search("middleword");
        expect([none.hits, none.coverage.state]).toEqual([[], "partial"]);
      },
    ));
});
