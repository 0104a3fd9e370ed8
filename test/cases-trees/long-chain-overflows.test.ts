import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionFile, user, type SessionEntry } from "../support/session-file.ts";
import { type Engine, onEachEngine, type OpenedCase, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";

/** One line of `count` entries, each below the one before it; the last says `deepleaf`. */
function chain(count: number, more: (index: number) => SessionEntry = () => user("x")): SessionEntry[] {
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? user("deepleaf") : { ...more(index), id: `e${index + 1}` },
  );
}

function withChain(engine: Engine, entries: SessionEntry[], act: (opened: OpenedCase) => Promise<void>): Promise<void> {
  return withCase({ engine, place: (folder) => void sessionFile(folder, { id: "deep", cwd, entries }) }, act);
}

onEachEngine("A long line of entries overflows recursive tree code (B54)", (engine) => {
  test.each([300, 50_000])("of %i entries root, middle and leaf are traced and read", (count) =>
    withChain(engine, chain(count), async (opened) => {
      const near = async (entryId: string) => {
        const { parent, children, target } = await opened.trace("deep", entryId);
        return [parent?.node.entryId, target.branchState, children.map((edge) => edge.node.entryId)];
      };
      const middle = count / 2;
      expect(await near("e1")).toEqual([undefined, "selected", ["e2"]]);
      expect(await near(`e${middle}`)).toEqual([`e${middle - 1}`, "selected", [`e${middle + 1}`]]);
      expect(await near(`e${count}`)).toEqual([`e${count - 1}`, "selected", []]);
      const { after } = await opened.read("deep", "e1", { after: 5 });
      expect(after.map((read) => read.event.entryId)).toEqual(["e2", "e3", "e4", "e5", "e6"]);
      const { hits } = await opened.search("deepleaf");
      expect(hits.map((hit) => [hit.entryId, hit.branchState, hit.selectionState])).toEqual([
        [`e${count}`, "selected", "direct"],
      ]);
    }),
  );

  test("one append to a long chain moves the leaf to its beginning: all the rest becomes alternate", () =>
    withChain(engine, chain(20_000), async (opened) => {
      const aside = { ...user("aside"), id: "aside", parentId: "e1", timestamp: "2026-02-01T00:00:00.000Z" };
      await opened.change(() => appendFileSync(join(opened.folder, "deep.jsonl"), `${JSON.stringify(aside)}\n`));
      expect((await opened.search("deepleaf")).hits).toMatchObject([{ entryId: "e20000", branchState: "alternate" }]);
      const alternate = await opened.search({ query: "x", branchStates: ["alternate"] });
      expect(alternate.totals.events).toBe(19_998);
      expect((await opened.read("deep", "e1", { after: 1 })).forks).toMatchObject([
        { kind: "in-session", chosen: { entryId: "aside" } },
      ]);
    }));

  test("a long ring and a long part without a root are unknown, all of them", () =>
    withChain(
      engine,
      chain(20_000, (index) => (index === 0 ? user("x", { parentId: "e19999" }) : user("x"))),
      async (opened) => {
        expect((await opened.search({ query: "x", branchStates: ["unknown"] })).totals.events).toBe(19_999);
        expect((await opened.read("deep", "e1", { before: 10, after: 10 })).before).toHaveLength(10);
      },
    ));

  test("a thousand sessions forked one from the other, and one entry with twenty thousand children", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          let parentSession: string | undefined;
          for (let fork = 0; fork < 1_000; fork++) {
            const id = `s${String(fork).padStart(4, "0")}`;
            const entries = [user("rootfact")];
            parentSession = sessionFile(folder, { id, cwd, entries, ...(parentSession && { parentSession }) });
          }
          const children = Array.from({ length: 20_000 }, () => user("child", { parentId: "e1" }));
          sessionFile(folder, { id: "wide", cwd, entries: [user("widefact"), ...children] });
        },
      },
      async (opened) => {
        const { sessions } = await opened.lineage("s0500");
        expect([sessions.length, sessions.at(-1)?.depth]).toEqual([1_000, 999]);
        expect((await opened.search("rootfact")).hits).toMatchObject([{ sessionId: "s0000", copies: { count: 999 } }]);
        const wide = await opened.trace("wide", "e1");
        expect([wide.children.length, wide.totals.children, wide.truncated]).toEqual([20, 20_000, true]);
        const sibling = await opened.trace("wide", "e9", 2);
        expect([sibling.branchSiblings.length, sibling.totals.branchSiblings]).toEqual([20, 19_999]);
        const { forks } = await opened.read("wide", "e1", { after: 1 });
        expect([forks.length, forks[0]?.candidates.length]).toEqual([1, 20]);
        expect(forks[0]?.chosen).toEqual({ sessionId: "wide", entryId: "e20001" });
      },
    ));
});
