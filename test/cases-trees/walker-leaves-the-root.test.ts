import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";
const roots = (folder: string) => [join(folder, "sessions")];

onEachEngine("The walk follows links out of the session folder, turns in circles, or blocks (B63)", (engine) => {
  test("links and pipes are passed over and counted, a hard link is one session", () =>
    withCase(
      {
        engine,
        input: "walker-leaves-the-root",
        roots,
        place: (folder) => {
          const sessions = join(folder, "sessions");
          symlinkSync(join(folder, "outside.jsonl"), join(sessions, "link.jsonl"));
          symlinkSync(sessions, join(sessions, "loop"));
          execFileSync("mkfifo", [join(sessions, "pipe.jsonl")]);
          linkSync(join(sessions, "in.jsonl"), join(sessions, "hard.jsonl"));
        },
      },
      async ({ search, sessions, coverage }) => {
        expect((await search("insideword")).hits.map((hit) => hit.sessionId)).toEqual(["b63"]);
        expect((await search("outsideword")).hits).toEqual([]);
        expect((await sessions()).sessions).toHaveLength(1);
        expect(coverage).toMatchObject({
          state: "partial",
          skipped: [
            { reason: "duplicate-session", count: 1 },
            { reason: "not-a-regular-file", count: 1 },
            { reason: "outside-root", count: 1 },
          ],
        });
      },
    ));

  test("a linked folder outside, a link chain, a dangling link, a device, a folder and a socket named like sessions", async () => {
    const server = createServer();
    try {
      await withCase(
        {
          engine,
          input: "walker-leaves-the-root",
          roots,
          place: (folder) => {
            const sessions = join(folder, "sessions");
            mkdirSync(join(folder, "away"));
            sessionFile(join(folder, "away"), { id: "away", cwd, entries: [user("outsideword")] });
            symlinkSync(join(folder, "away"), join(sessions, "folder"));
            symlinkSync(join(folder, "away", "away.jsonl"), join(folder, "hop"));
            symlinkSync(join(folder, "hop"), join(sessions, "chain.jsonl"));
            symlinkSync(join(folder, "nothing"), join(sessions, "dangling.jsonl"));
            symlinkSync("/dev/zero", join(sessions, "device.jsonl"));
            mkdirSync(join(sessions, "folder.jsonl"));
            writeFileSync(join(sessions, "folder.jsonl", "note.txt"), "outsideword");
            server.listen(join(sessions, "socket.jsonl"));
          },
        },
        async ({ search, coverage }) => {
          expect((await search("outsideword")).hits).toEqual([]);
          expect((await search("insideword")).hits).toHaveLength(1);
          expect(coverage.state).toBe("partial");
          expect(coverage.skipped.map(({ reason }) => reason)).toEqual([
            "not-a-regular-file",
            "outside-root",
            "unreadable",
          ]);
          expect(coverage.sessions).toEqual({ indexed: 1, known: 1 });
        },
      );
    } finally {
      server.close();
    }
  });

  test("links between folders inside the root go round in circles and lose nothing", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const one = sessionFile(folder, { id: "one", cwd, name: "a/b/one.jsonl", entries: [user("circleword")] });
          sessionFile(folder, { id: "two", cwd, name: "c/two.jsonl", entries: [user("circleword")] });
          symlinkSync(join(folder, "c"), join(folder, "a", "b", "to-c"));
          symlinkSync(join(folder, "a"), join(folder, "c", "to-a"));
          symlinkSync(one, join(folder, "c", "again.jsonl"));
        },
      },
      async ({ search, coverage }) => {
        expect((await search("circleword")).hits.map((hit) => hit.sessionId).sort()).toEqual(["one", "two"]);
        expect(coverage).toMatchObject({ state: "ready", sessions: { known: 2 }, skipped: [] });
      },
    ));

  test("a session file that becomes a link after it was indexed is not followed", () =>
    withCase(
      {
        engine,
        roots,
        place: (folder) =>
          void sessionFile(folder, { id: "one", cwd, name: "sessions/one.jsonl", entries: [user("turnedword")] }),
      },
      async ({ folder, search, read, trace }) => {
        const path = join(folder, "sessions", "one.jsonl");
        const away = join(folder, "one.jsonl");
        renameSync(path, away);
        symlinkSync(away, path);
        try {
          expect(await search("turnedword")).toMatchObject({ hits: [], coverage: { state: "catching-up" } });
          await expect(read("one", "e1")).rejects.toMatchObject({ code: "SourceChanged" });
          expect((await trace("one", "e1")).target.preview).toBe("");
        } finally {
          rmSync(path);
          renameSync(away, path);
        }
      },
    ));
});
