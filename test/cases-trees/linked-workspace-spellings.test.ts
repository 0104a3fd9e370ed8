import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { type Engine, onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

const entries = [user("symword")];
const callerIn = (folder: string, ...parts: string[]) => {
  const cwd = join(folder, ...parts);
  return { cwd, workspaces: [cwd] };
};

async function found({ search }: OpenedCase, caller: { cwd: string; workspaces?: string[] }): Promise<string[]> {
  return (await search("symword", caller)).hits.map((hit) => hit.sessionId).sort();
}

function withLinkedWorkspace(engine: Engine, act: (opened: OpenedCase) => Promise<void>): Promise<void> {
  return withCase(
    {
      engine,
      input: "linked-workspace-spellings",
      cwdsInFolder: true,
      place: (folder) => {
        mkdirSync(join(folder, "real", "ws"), { recursive: true });
        symlinkSync(join(folder, "real"), join(folder, "link"));
      },
      caller: (folder) => callerIn(folder, "real", "ws"),
    },
    act,
  );
}

onEachEngine("One workspace has two spellings (B84)", (engine) => {
  test("each spelling of the root sees all: linked, real, and a folder that is gone", () =>
    withLinkedWorkspace(engine, async (opened) => {
      for (const spelling of ["real", "link"]) {
        expect(await found(opened, callerIn(opened.folder, spelling, "ws"))).toEqual(["b84a", "b84b", "b84c"]);
        expect(await found(opened, { cwd: join(opened.folder, spelling, "ws") })).toEqual(["b84a", "b84b", "b84c"]);
        const filtered = await opened.search({ query: "symword", cwd: join(opened.folder, spelling, "ws", "gone") });
        expect(filtered.hits.map((hit) => hit.sessionId)).toEqual(["b84c"]);
      }
    }));

  test("a link that appears later inside the root does not let its target in", () =>
    withLinkedWorkspace(engine, async (opened) => {
      const { folder } = opened;
      await opened.change(() => {
        mkdirSync(join(folder, "beta"));
        sessionFile(folder, { id: "beta", cwd: join(folder, "beta"), entries });
        sessionFile(folder, { id: "beta-below", cwd: join(folder, "beta", "sub"), entries });
        symlinkSync(join(folder, "beta"), join(folder, "real", "ws", "escape"));
        sessionFile(folder, { id: "through", cwd: join(folder, "real", "ws", "escape"), entries });
        sessionFile(folder, { id: "through-gone", cwd: join(folder, "link", "ws", "escape", "gone"), entries });
      });
      expect(await found(opened, callerIn(folder, "real", "ws"))).toEqual(["b84a", "b84b", "b84c"]);
      expect(await found(opened, callerIn(folder, "link", "ws"))).toEqual(["b84a", "b84b", "b84c"]);
      expect(await found(opened, callerIn(folder, "beta"))).toEqual(["beta", "beta-below", "through", "through-gone"]);
      expect(await found(opened, callerIn(folder, "real", "ws", "escape"))).toHaveLength(4);
    }));

  test("dots after a link go up from where it leads, a dangling link counts as its target", () =>
    withCase(
      {
        engine,
        cwdsInFolder: true,
        place: (folder) => {
          mkdirSync(join(folder, "far", "deep"), { recursive: true });
          mkdirSync(join(folder, "near"));
          symlinkSync(join(folder, "far", "deep"), join(folder, "near", "link"));
          symlinkSync(join(folder, "far", "unborn"), join(folder, "near", "dangling"));
          sessionFile(folder, { id: "dots", cwd: `${folder}/near/link/..`, entries });
          sessionFile(folder, { id: "unborn", cwd: `${folder}/near/dangling/x`, entries });
          sessionFile(folder, { id: "vanished", cwd: `${folder}/far/gone/../other`, entries });
        },
        caller: (folder) => callerIn(folder, "near"),
      },
      async (opened) => {
        expect(await found(opened, callerIn(opened.folder, "near"))).toEqual([]);
        expect(await found(opened, callerIn(opened.folder, "far"))).toEqual(["dots", "unborn", "vanished"]);
      },
    ));

  test("a linked folder that is replaced by a real one moves its sessions with it, without a new index", () =>
    withCase(
      {
        engine,
        cwdsInFolder: true,
        place: (folder) => {
          for (const name of ["one", "two"]) mkdirSync(join(folder, name));
          symlinkSync(join(folder, "two"), join(folder, "one", "inner"));
          sessionFile(folder, { id: "inner", cwd: join(folder, "one", "inner"), entries });
        },
        caller: (folder) => callerIn(folder, "one"),
      },
      async (opened) => {
        const seen = async () => [
          await found(opened, callerIn(opened.folder, "one")),
          await found(opened, callerIn(opened.folder, "two")),
        ];
        expect(await seen()).toEqual([[], ["inner"]]);
        await opened.change(() => {
          rmSync(join(opened.folder, "one", "inner"));
          mkdirSync(join(opened.folder, "one", "inner"));
        });
        expect(await seen()).toEqual([["inner"], []]);
      },
    ));

  test("a git work tree is one workspace under both spellings, and from any folder in it", () =>
    withCase(
      {
        engine,
        cwdsInFolder: true,
        place: (folder) => {
          mkdirSync(join(folder, "repo", "src", "deep"), { recursive: true });
          mkdirSync(join(folder, "repo", ".git"));
          symlinkSync(join(folder, "repo"), join(folder, "alias"));
          sessionFile(folder, { id: "top", cwd: join(folder, "repo"), entries });
          sessionFile(folder, { id: "alias", cwd: join(folder, "alias", "src"), entries });
          sessionFile(folder, { id: "outside", cwd: folder, entries });
        },
        caller: (folder) => ({ cwd: join(folder, "repo") }),
      },
      async (opened) => {
        for (const cwd of ["repo", "alias", "repo/src/deep", "alias/src", "alias/src/not/there"]) {
          expect(await found(opened, { cwd: join(opened.folder, cwd) }), cwd).toEqual(["alias", "top"]);
        }
      },
    ));
});
