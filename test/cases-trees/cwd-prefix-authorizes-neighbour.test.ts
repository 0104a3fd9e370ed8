import { expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { ALPHA, onEachEngine, withCase } from "./open-case.ts";

const entries = [user("scopeword elsewhere")];

onEachEngine("A workspace root authorizes what only begins like it (B62)", (engine) => {
  test("only the root and what lies below it is visible; empty, missing and relative cwds never are", () =>
    withCase(
      {
        engine,
        input: "cwd-prefix-authorizes-neighbour",
        place: (folder) => {
          sessionFile(folder, { id: "itself", cwd: "/ws/alpha", entries });
          sessionFile(folder, { id: "trailing", cwd: "/ws/alpha/", entries });
        },
      },
      async ({ search, sessions, read, coverage }) => {
        const visible = ["b62a", "itself", "trailing"];
        expect((await search("scopeword")).hits.map((hit) => hit.sessionId).sort()).toEqual(visible);
        expect((await sessions()).sessions.map((session) => session.sessionId).sort()).toEqual(visible);
        expect(coverage).toMatchObject({ state: "ready", sessions: { indexed: 3, known: 3 }, skipped: [] });
        for (const forbidden of ["b62b", "b62c", "b62d", "b62e", "b62f"]) {
          await expect(read(forbidden, "a1")).rejects.toThrow("Not found in this workspace.");
        }
      },
    ));

  test.each([
    ["repeated separators", "//ws///alpha//sub", true],
    ["a dot", "/ws/./alpha/.", true],
    ["dots that come back", "/ws/alpha/../alpha/x", true],
    ["dots through a sibling", "/ws/beta/../alpha", true],
    ["a deep folder", `/ws/alpha${"/deep".repeat(200)}`, true],
    ["a hidden folder", "/ws/alpha/.hidden", true],
    ["a folder called ..x", "/ws/alpha/..x", true],
    ["another letter case", "/WS/Alpha", false],
    ["white space at the end", "/ws/alpha ", false],
    ["a line break at the end", "/ws/alpha\n", false],
    ["a NUL", "/ws/alpha\u0000/sub", false],
    ["a backslash", "/ws/alpha\\sub", false],
    ["a look-alike letter", "/ws/\u0430lpha", false],
    ["another normal form", "/ws/alpha\u0301", false],
    ["the parent", "/ws", false],
    ["the root", "/", false],
    ["a suffix", "/ws/alpha-old", false],
    ["a prefix", "/ws/alph", false],
    ["dots above the root", "/../../ws/alphabet/../alpha/..", false],
    ["no leading separator", "ws/alpha", false],
    ["a tilde", "~/ws/alpha", false],
    ["an address", "file:///ws/alpha", false],
    ["a drive", "C:\\ws\\alpha", false],
    ["a dot alone", ".", false],
    ["a number", 7, false],
    ["null", null, false],
    ["a list", ["/ws/alpha"], false],
    ["an object", { path: "/ws/alpha" }, false],
  ])("%s in a session's cwd: visible is decided on path components", (_, cwd, isVisible) =>
    withCase(
      { engine, place: (folder) => void sessionFile(folder, { id: "probe", entries, header: { cwd } }) },
      async ({ search, sessions, read }) => {
        const expected = isVisible ? ["probe"] : [];
        expect((await search("scopeword")).hits.map((hit) => hit.sessionId)).toEqual(expected);
        expect((await sessions()).sessions.map((session) => session.sessionId)).toEqual(expected);
        if (!isVisible) await expect(read("probe", "e1")).rejects.toThrow("Not found in this workspace.");
      },
    ),
  );

  test.each([
    ["without a configured root, in a folder below", { cwd: "/ws/alpha/sub" }, ["below"]],
    ["a configured root with a separator at its end", { cwd: "/x", workspaces: ["/ws/alpha/"] }, ["at", "below"]],
    ["two configured roots", { cwd: "/x", workspaces: ["/ws/alpha/sub", "/ws/alphabet"] }, ["below", "beside"]],
    ["a root that two sessions only begin like", { cwd: "/x", workspaces: ["/ws/al"] }, []],
    ["the file system's root, configured", { cwd: "/x", workspaces: ["/"] }, ["at", "below", "beside"]],
    ["the file system's root as cwd only", { cwd: "/" }, []],
  ])("%s", (_, caller, expected) =>
    withCase(
      {
        engine,
        place: (folder) => {
          sessionFile(folder, { id: "at", cwd: "/ws/alpha", entries });
          sessionFile(folder, { id: "below", cwd: "/ws/alpha/sub", entries });
          sessionFile(folder, { id: "beside", cwd: "/ws/alphabet", entries });
          sessionFile(folder, { id: "relative", cwd: "ws/alpha", entries });
        },
      },
      async ({ search }) => {
        expect((await search("scopeword", caller)).hits.map((hit) => hit.sessionId).sort()).toEqual(expected);
      },
    ),
  );

  test("the cwd filter goes by path components too, and opens nothing", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          sessionFile(folder, { id: "at", cwd: "/ws/alpha", entries });
          sessionFile(folder, { id: "below", cwd: "/ws/alpha/sub", entries });
          sessionFile(folder, { id: "suffix", cwd: "/ws/alpha/subway", entries });
          sessionFile(folder, { id: "beside", cwd: "/ws/beta", entries });
        },
      },
      async ({ search }) => {
        const found = async (cwd: string) =>
          (await search({ query: "scopeword", cwd })).hits.map((hit) => hit.sessionId).sort();
        expect(await found("/ws/alpha/sub")).toEqual(["below"]);
        expect(await found("/ws/alpha/sub/../subway/")).toEqual(["suffix"]);
        expect(await found("/")).toEqual(["at", "below", "suffix"]);
        expect(await found("/ws/beta")).toEqual([]);
        const beta = await search({ query: "scopeword", cwd: "/ws/beta" });
        const nowhere = await search({ query: "scopeword", cwd: "/ws/nowhere" });
        expect(beta).toEqual(nowhere);
        await expect(search({ query: "scopeword", cwd: "sub" })).rejects.toMatchObject({ code: "InvalidFilter" });
        await expect(search("scopeword", { ...ALPHA, workspaces: ["alpha"] })).rejects.toMatchObject({
          code: "InvalidConfiguration",
        });
      },
    ));
});
