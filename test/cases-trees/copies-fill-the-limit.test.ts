import { expect, test } from "vitest";
import { assistant, bash, sessionFile, text, toolCall, toolResult, user } from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";

/** Writes one session and `count` forks of it that hold the same entries. */
function placeForks(folder: string, count: number, entries: Parameters<typeof sessionFile>[1]["entries"]): void {
  const parentSession = sessionFile(folder, { id: "origin", cwd, ...(entries && { entries }) });
  for (let fork = 0; fork < count; fork++) {
    const id = `fork-${String(fork).padStart(3, "0")}`;
    sessionFile(folder, { id, cwd, parentSession, timestamp: "2026-02-01T00:00:00.000Z", ...(entries && { entries }) });
  }
}

onEachEngine("Copies of one fact fill the limit (B49)", (engine) => {
  test("a parent and eight forks are one hit, and the weaker distinct event stays among five", () =>
    withCase({ engine, input: "copies-fill-the-limit" }, async ({ search, read }) => {
      const answer = await search({ query: "canaryfact", limit: 5 });
      expect(answer.hits.map((hit) => [hit.sessionId, hit.entryId, hit.copies?.count])).toEqual([
        ["b49p", "a1", 8],
        ["b49o", "z1", undefined],
      ]);
      expect(answer.hits[0]?.copies?.refs).toEqual(
        ["b49f0", "b49f1", "b49f2", "b49f3", "b49f4"].map((sessionId) => ({ sessionId, entryId: "a1" })),
      );
      expect(answer.totals).toEqual({ events: 10, fragments: 10 });
      for (const sessionId of ["b49p", ...Array.from({ length: 8 }, (_, fork) => `b49f${fork}`)]) {
        const { event, fragments } = await read(sessionId, "a1");
        expect([event.sessionId, fragments[0]?.preview.text]).toEqual([sessionId, "canaryfact decided"]);
      }
    }));

  test("a fork that is named answers for itself, without copies", () =>
    withCase({ engine, input: "copies-fill-the-limit" }, async ({ search }) => {
      const { hits } = await search({ query: "canaryfact", sessionId: "b49f3" });
      expect(hits.map((hit) => [hit.sessionId, hit.copies])).toEqual([["b49f3", undefined]]);
    }));

  test("a hundred and fifty forks of a tool result leave room for one distinct event in a limit of two", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          placeForks(folder, 150, [
            assistant([toolCall("c", "read", { path: "port.txt" })]),
            toolResult("c", "read", "listenport 8443"),
          ]);
          const loose = "a long remark in which the listenport is named once among very many other words";
          sessionFile(folder, { id: "loose", cwd, entries: [bash("cat notes", loose)] });
        },
      },
      async ({ search }) => {
        const { hits, totals } = await search({ query: "listenport", limit: 2 });
        expect(hits.map((hit) => [hit.sessionId, hit.semanticKind, hit.copies?.count])).toEqual([
          ["origin", "tool.result", 150],
          ["loose", "bash.output", undefined],
        ]);
        expect(hits[0]?.copies?.refs.length).toBeLessThanOrEqual(20);
        expect(totals).toEqual({ events: 152, fragments: 152 });
      },
    ));

  test("siblings whose parent is missing are copies of each other, the earliest one canonical", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const entries = [user("quorumfact agreed")];
          const shared = { cwd, parentSession: "/gone/away.jsonl", entries };
          sessionFile(folder, { id: "late", ...shared, timestamp: "2026-03-02T00:00:00.000Z" });
          sessionFile(folder, { id: "b-early", ...shared, timestamp: "2026-03-01T00:00:00.000Z" });
          sessionFile(folder, { id: "a-early", ...shared, timestamp: "2026-03-01T00:00:00.000Z" });
          sessionFile(folder, { id: "stranger", cwd, entries, timestamp: "2026-01-01T00:00:00.000Z" });
        },
      },
      async ({ search }) => {
        const { hits } = await search("quorumfact");
        expect(new Map(hits.map((hit) => [hit.sessionId, hit.copies]))).toEqual(
          new Map([
            [
              "a-early",
              {
                count: 2,
                refs: [
                  { sessionId: "b-early", entryId: "e1" },
                  { sessionId: "late", entryId: "e1" },
                ],
              },
            ],
            ["stranger", undefined],
          ]),
        );
      },
    ));

  test("the parent that a filter leaves out does not stand for the copies that pass it", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const parentSession = sessionFile(folder, {
            id: "origin",
            cwd,
            entries: [user("ridgefact"), user("aside", { parentId: null })],
          });
          sessionFile(folder, { id: "fork", cwd, parentSession, entries: [user("ridgefact"), user("onward")] });
        },
      },
      async ({ search }) => {
        const { hits } = await search({ query: "ridgefact", branchStates: ["selected"] });
        expect(hits.map((hit) => [hit.sessionId, hit.copies])).toEqual([["fork", undefined]]);
      },
    ));

  test("many matching blocks of one event are one hit and take one place", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const blocks = Array.from({ length: 30 }, (_, block) => text(`beaconfact ${block}`));
          sessionFile(folder, { id: "wordy", cwd, entries: [user(blocks)] });
          sessionFile(folder, { id: "terse", cwd, entries: [user("and somewhere in here the beaconfact stands too")] });
        },
      },
      async ({ search }) => {
        const { hits, totals } = await search({ query: "beaconfact", limit: 2 });
        expect(hits.map((hit) => [hit.sessionId, hit.matchingFragmentCount])).toEqual([
          ["wordy", 30],
          ["terse", 1],
        ]);
        expect(totals).toEqual({ events: 2, fragments: 31 });
      },
    ));

  test("the same words under one entry id in two lineages, or with another text, are no copies", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const parentSession = sessionFile(folder, { id: "origin", cwd, entries: [user("slatefact one")] });
          sessionFile(folder, { id: "edited", cwd, parentSession, entries: [user("slatefact two")] });
          sessionFile(folder, { id: "apart", cwd, entries: [user("slatefact one")] });
        },
      },
      async ({ search }) => {
        const { hits } = await search("slatefact");
        expect(hits.map((hit) => [hit.sessionId, hit.copies]).sort()).toEqual([
          ["apart", undefined],
          ["edited", undefined],
          ["origin", undefined],
        ]);
      },
    ));
});
