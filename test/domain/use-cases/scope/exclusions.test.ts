import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { Exclusions } from "../../../../src/domain/use-cases/scope/exclusions.ts";
import { isPathWithin } from "../../../../src/domain/use-cases/scope/path-within.ts";

/** Every path below `/link` leads below `/real`. */
const workspaces = {
  style: "posix",
  resolve: async (path: string) => path.replace(/^\/link(?=\/|$)/, "/real"),
} as const;

const name = fc.constantFrom("a", "b", "ab", "secret", "secrets", "é", " ");
const folder = fc
  .tuple(fc.constantFrom("/real", "/link", "/x"), fc.array(name, { maxLength: 3 }))
  .map(([top, names]) => [top, ...names].join("/"));
const id = fc.constantFrom("s1", "s2", "S1", "s");
const candidate = fc.record(
  {
    path: folder.map((place) => `${place}/file.jsonl`),
    session: fc.record({ sessionId: id, cwd: folder }, { requiredKeys: ["sessionId"] }),
  },
  { requiredKeys: ["path"] },
);

describe("an exclusion", () => {
  test.prop([fc.array(id, { maxLength: 2 }), fc.array(folder, { maxLength: 2 }), candidate])(
    "takes exactly the ids, and what lies or ran at a folder or below, by either spelling",
    async (sessionIds, folders, file) => {
      const isExcluded = await new Exclusions({ sessionIds, folders }).rule(workspaces);
      const real = await Promise.all(folders.map(workspaces.resolve));
      const isBelow = (path: string) => [...folders, ...real].some((at) => isPathWithin(at, path, "posix"));
      const { cwd, sessionId } = file.session ?? {};
      const expected =
        isBelow(file.path) ||
        sessionIds.some((excluded) => excluded === sessionId) ||
        (cwd !== undefined && (isBelow(cwd) || isBelow(await workspaces.resolve(cwd))));
      expect(await isExcluded(file)).toBe(expected);
    },
  );

  test.prop([folder, fc.array(name, { minLength: 1, maxLength: 3 })])(
    "of a folder holds for all that is below, and for nothing beside it",
    async (at, names) => {
      const isExcluded = await new Exclusions({ sessionIds: [], folders: [at] }).rule(workspaces);
      const session = (cwd: string) => ({ path: "/sessions/f.jsonl", session: { sessionId: "s1", cwd } });
      expect(await isExcluded({ path: `${at}/${names.join("/")}` })).toBe(true);
      expect(await isExcluded(session(`${at}/${names.join("/")}`))).toBe(true);
      expect(await isExcluded(session(at))).toBe(true);
      expect(await isExcluded(session(`${at}${names[0]}`))).toBe(false);
      expect(await isExcluded(session(""))).toBe(false);
    },
  );

  test("of nothing excludes nothing", async () => {
    const none = new Exclusions({ sessionIds: [], folders: [] });
    expect(none.isEmpty).toBe(true);
    const isExcluded = await none.rule(workspaces);
    expect(await isExcluded({ path: "/a", session: { sessionId: "", cwd: "" } })).toBe(false);
  });
});
