import { describe, expect, it } from "vitest";
import { type LineagePlace, resolveLineages, type SessionSourceRecord } from "../../../src/domain/tree/lineage.ts";

interface Sketch {
  readonly path: string;
  readonly parent?: string;
  readonly started?: number;
}

function source({ path, parent, started = 0 }: Sketch, key: number): SessionSourceRecord {
  return {
    key,
    path,
    state: "indexed",
    bytes: 1,
    modifiedMs: 0,
    identity: "",
    offset: 1,
    records: 1,
    headerHash: "",
    boundaryHash: "",
    skipped: [],
    session: {
      sessionId: path,
      version: 3,
      startedAt: "",
      startedTime: started,
      ...(parent !== undefined && { parentSession: parent }),
      lastEntryTime: null,
      events: 0,
    },
  };
}

/** Each session's depth and parent, and which sessions share a lineage; the same for every order of the sessions. */
function resolve(sketches: readonly Sketch[]) {
  const sources = sketches.map((sketch, at) => source(sketch, at + 1));
  const forward = describePlaces(sources, resolveLineages(sources));
  expect(describePlaces(sources, resolveLineages(sources.toReversed()))).toEqual(forward);
  return forward;
}

function describePlaces(sources: readonly SessionSourceRecord[], places: ReadonlyMap<number, LineagePlace>) {
  const together = new Map<string, string[]>();
  const lines = sources.map((item) => {
    const { lineage, depth, parent } = places.get(item.key) as LineagePlace;
    together.set(lineage, [...(together.get(lineage) ?? []), item.path]);
    return `${item.path} ${depth}${parent ? ` < ${parent.path}` : ""}`;
  });
  return { lines, together: [...together.values()] };
}

describe("lineage", () => {
  it("follows the whole chain by real path", () => {
    const found = resolve([
      { path: "/s/c", parent: "/s/b" },
      { path: "/s/b", parent: "/s/a" },
      { path: "/s/a" },
      { path: "/s/x" },
    ]);
    expect(found.lines).toEqual(["/s/c 2 < /s/b", "/s/b 1 < /s/a", "/s/a 0", "/s/x 0"]);
    expect(found.together).toEqual([["/s/c", "/s/b", "/s/a"], ["/s/x"]]);
  });

  it("falls back to a base name of either path style that only one visible file has", () => {
    expect(resolve([{ path: "/s/p.jsonl" }, { path: "/s/w", parent: "C:\\old\\p.jsonl" }]).lines).toEqual([
      "/s/p.jsonl 0",
      "/s/w 1 < /s/p.jsonl",
    ]);
    const ambiguous = resolve([
      { path: "/s/p.jsonl" },
      { path: "/t/p.jsonl" },
      { path: "/s/w", parent: "/gone/p.jsonl" },
    ]);
    expect(ambiguous.lines.at(-1)).toBe("/s/w 0");
    expect(ambiguous.together).toHaveLength(3);
  });

  it("takes sessions that name one unresolved parent for siblings", () => {
    const found = resolve([
      { path: "/s/a", parent: "/gone/p" },
      { path: "/s/b", parent: "/gone/p" },
      { path: "/s/c", parent: "/gone/q" },
    ]);
    expect(found.together).toEqual([["/s/a", "/s/b"], ["/s/c"]]);
    expect(found.lines.every((line) => line.endsWith(" 0"))).toBe(true);
  });

  it("cuts a cycle at its earliest session, and ignores a session that names itself", () => {
    expect(
      resolve([
        { path: "/s/a", parent: "/s/b", started: 2 },
        { path: "/s/b", parent: "/s/a", started: 1 },
        { path: "/s/c", parent: "/s/a", started: 3 },
        { path: "/s/self", parent: "/s/self" },
      ]),
    ).toEqual({
      lines: ["/s/a 1 < /s/b", "/s/b 0", "/s/c 2 < /s/a", "/s/self 0"],
      together: [["/s/a", "/s/b", "/s/c"], ["/s/self"]],
    });
  });

  it("survives a chain of 50,000 sessions", () => {
    const chain = Array.from({ length: 50_000 }, (_, at) => ({
      path: `/s/${at}`,
      ...(at > 0 && { parent: `/s/${at - 1}` }),
    }));
    const sources = chain.map((sketch, at) => source(sketch, at + 1));
    expect(resolveLineages(sources).get(50_000)?.depth).toBe(49_999);
  });
});
