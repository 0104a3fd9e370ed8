import type { SessionManager } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { hit, ready } from "../rendering/answers.ts";
import { linesOfSession } from "./lines-of-session.ts";
import { atDesk, type Desk } from "./command-desk.ts";

const HERE = "Open the session here";
const AT_EVENT = "Open it here, at this event";

type Hit = Parameters<typeof hit>[0];

/** A search of the model in the person's session, as Pi keeps it. */
function searchedBefore(session: SessionManager, hits: readonly Hit[]): void {
  const answer = { hits: hits.map(hit), totals: { events: hits.length, fragments: hits.length }, coverage: ready };
  session.appendMessage({
    role: "toolResult",
    toolCallId: `call-${hits.length}`,
    toolName: "event_search",
    content: [{ type: "text", text: writeSearchAnswer(answer, "retry") }],
    details: {},
    isError: false,
    timestamp: 0,
  });
}

const first = (desk: Desk) => {
  const [file] = desk.files;
  if (file === undefined) throw new Error("no session was written");
  const entryId = linesOfSession(file.path).find(({ type }) => type === "message")?.id ?? "";
  return { ...file, entryId };
};

describe("/event-recall open", () => {
  it("names the command that resumes a session, and offers to open it", () =>
    atDesk({}, async (desk) => {
      await desk.run("reindex");
      const { sessionId, path } = first(desk);
      expect(await desk.run(`open ${sessionId}`)).toBe(`pi --session ${path}\nIt runs in /home/ada/payments.`);
      expect(desk.asked).toEqual([HERE, "Not now"]);
      expect(desk.switchedTo).toEqual([]);
    }));

  it("opens it where the person wants it", () =>
    atDesk({ answer: HERE }, async (desk) => {
      await desk.run("reindex");
      const { sessionId, entryId, path } = first(desk);
      expect(await desk.run(`open ${sessionId} ${entryId}`)).toMatch(
        /\n\/tree goes to the event there \(message, .*\): how large is the retry budget$/,
      );
      expect(desk.switchedTo).toEqual([path]);
      expect(desk.wentTo).toEqual([]);
    }));

  it("takes the number of a hit, of the last search that had any, and goes to its event", () =>
    atDesk({ answer: AT_EVENT }, async (desk) => {
      await desk.run("reindex");
      const { sessionId, entryId, path } = first(desk);
      searchedBefore(desk.session, [{ entryId: "00000000" }]);
      searchedBefore(desk.session, [{ sessionId: "other" }, { sessionId, entryId }]);
      searchedBefore(desk.session, []);
      await desk.run("open 2");
      expect(desk.switchedTo).toEqual([path]);
      expect(desk.wentTo).toEqual([entryId]);
    }));

  it.each([
    [0, "open 1", "There is no hit 1: no event_search of this session has hits."],
    [2, "open 3", "There is no hit 3: the last event_search has 2."],
    [2, "open 0", "There is no hit 0: the last event_search has 2."],
    [0, "open", "Say what to open: a hit number of the last event_search, or a session id."],
    [0, "open nowhere", "Not found in this workspace."],
    [0, "open 7 7", "Not found in this workspace."],
  ])("after a search with %i hits explains why %s fails", (hits, args, message) =>
    atDesk({}, async (desk) => {
      searchedBefore(
        desk.session,
        Array.from({ length: hits }, (): Hit => ({})),
      );
      expect(await desk.run(args)).toBe(message);
      expect(desk.told.at(-1)?.severity).toBe("error");
      expect(desk.asked).toEqual([]);
    }),
  );

  it("only names the command while Pi is busy", () =>
    atDesk({ isIdle: false, answer: HERE }, async (desk) => {
      await desk.run("reindex");
      const { sessionId, path } = first(desk);
      expect(await desk.run(`open ${sessionId}`)).toContain(`pi --session ${path}\n`);
      expect(desk.asked).toEqual([]);
      expect(desk.switchedTo).toEqual([]);
    }));
});
