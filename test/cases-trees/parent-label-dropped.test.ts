import { expect, test } from "vitest";
import { assistant, customMessage, label, modelChange, sessionFile, user } from "../support/session-file.ts";
import { onEachEngine, withCase } from "./open-case.ts";
import { expectAsInPi, relatedOf, statesOf } from "./session-view.ts";

const cwd = "/ws/alpha";

onEachEngine("A fork dropped an entry that others still name as their parent (B51)", (engine) => {
  test("the path ends where Pi's walk ends, all text is found, and nothing joins the parts", () =>
    withCase({ engine, input: "parent-label-dropped" }, async (opened) => {
      expect(await statesOf(opened, "b51", ["m1", "m2", "m3", "l2", "l3", "l4"])).toEqual({
        m1: "alternate not-selected",
        m2: "selected direct",
        m3: "selected direct",
        l2: "selected not-applicable",
        l3: "selected not-applicable",
        l4: "selected not-applicable",
      });
      await expectAsInPi(opened, "b51", "s1.jsonl");
      for (const word of ["rootpart", "orphanpart", "leafpart"]) {
        expect((await opened.search(word)).hits).toHaveLength(1);
      }
      const trace = await opened.trace("b51", "m2");
      expect(trace.parent).toBeUndefined();
      expect([trace.branchSiblings, trace.children.map((edge) => edge.node.entryId)]).toEqual([[], ["m3"]]);
      expect((await opened.read("b51", "m3", { before: 10 })).before.map((near) => near.event.entryId)).toEqual(["m2"]);
      expect((await opened.read("b51", "m1", { after: 10 })).after).toEqual([]);
      expect((await opened.trace("b51", "m1")).children).toEqual([]);
    }));

  test("a label on nothing has no edge, and a cleared label is not shown", () =>
    withCase({ engine, input: "parent-label-dropped" }, async (opened) => {
      expect((await opened.search("ghost")).hits.map((hit) => hit.entryId)).toEqual(["l2"]);
      expect(await relatedOf(opened, "b51", "l2")).toEqual([]);
      expect((await opened.read("b51", "m2")).event.labels).toEqual([]);
      expect(await relatedOf(opened, "b51", "m2")).toEqual([]);
      expect((await opened.search("keep")).hits.map((hit) => hit.entryId)).toEqual(["l3"]);
      expect(await relatedOf(opened, "b51", "l3")).toEqual(["label b51/m2 recorded"]);
    }));

  test("two dropped entries leave three parts, and a branch without a root is unknown", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "parts",
            cwd,
            entries: [
              user("cedarpart one", { id: "r1" }),
              assistant("cedarpart two", {}, { id: "r2", parentId: "dropped-1" }),
              modelChange("m", { id: "r3" }),
              customMessage("note", "cedarpart three", { id: "r4", parentId: "dropped-2" }),
              user("cedarpart four", { id: "r5" }),
              user("cedarpart five", { id: "r6", parentId: "r1" }),
            ],
          }),
      },
      async (opened) => {
        expect(await statesOf(opened, "parts", ["r1", "r2", "r3", "r4", "r5", "r6"])).toEqual({
          r1: "selected direct",
          r2: "unknown unknown",
          r3: "unknown not-applicable",
          r4: "unknown unknown",
          r5: "unknown unknown",
          r6: "selected direct",
        });
        await expectAsInPi(opened, "parts", "parts.jsonl");
        expect((await opened.search("cedarpart")).totals.events).toBe(5);
        const unknown = await opened.search({ query: "cedarpart", branchStates: ["unknown"] });
        expect(unknown.hits.map((hit) => hit.entryId).sort()).toEqual(["r2", "r4", "r5"]);
        expect((await opened.trace("parts", "r4")).parent).toBeUndefined();
        expect((await opened.read("parts", "r5", { before: 3 })).before.map((near) => near.event.entryId)).toEqual([
          "r4",
        ]);
        const append = await opened.read("parts", "r4", { order: "append", before: 1, after: 1 });
        expect([...append.before, ...append.after].map((near) => near.event.entryId)).toEqual(["r3", "r5"]);
      },
    ));

  test("an entry that is its own parent, and a ring of two, end every walk", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "rings",
            cwd,
            entries: [
              user("loopword a", { id: "own", parentId: "own" }),
              user("loopword b", { id: "left", parentId: "right" }),
              user("loopword c", { id: "right", parentId: "left" }),
              user("loopword d", { id: "free", parentId: null }),
            ],
          }),
      },
      async (opened) => {
        expect(await statesOf(opened, "rings", ["own", "left", "right", "free"])).toEqual({
          own: "unknown unknown",
          left: "unknown unknown",
          right: "unknown unknown",
          free: "selected direct",
        });
        expect((await opened.search("loopword")).hits).toHaveLength(4);
        expect(
          (await opened.read("rings", "left", { before: 10, after: 10 })).before.map((n) => n.event.entryId),
        ).toEqual(["right"]);
        const trace = await opened.trace("rings", "own", 2);
        expect([trace.parent, trace.children, trace.branchSiblings]).toEqual([undefined, [], []]);
      },
    ));

  test("of several labels on one entry the last one stands, whatever its branch, as in Pi", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "marks",
            cwd,
            entries: [
              user("first", { id: "u1" }),
              user("second", { id: "u2" }),
              label("u1", "draftmark", { id: "k1" }),
              label("u1", "finalmark", { id: "k2", parentId: "u1" }),
              label("u2", "passingmark", { id: "k3" }),
              label("u2", undefined, { id: "k4" }),
              label("u2", "secondmark", { id: "k5" }),
              label("k5", "markonmark", { id: "k6" }),
              label("gone", "lostmark", { id: "k7" }),
              label("u1", "   ", { id: "k8", parentId: "k7" }),
              label("u1", "settledmark", { id: "k9" }),
              label("", "unaimed", { id: "k10" }),
            ],
          }),
      },
      async (opened) => {
        await expectAsInPi(opened, "marks", "marks.jsonl");
        expect((await opened.read("marks", "u1")).event.labels).toEqual(["settledmark"]);
        expect(await relatedOf(opened, "marks", "u1")).toEqual(["label marks/k9 recorded"]);
        expect(await relatedOf(opened, "marks", "u2")).toEqual(["label marks/k5 recorded"]);
        expect(await relatedOf(opened, "marks", "k5")).toEqual(["label marks/u2 recorded", "label marks/k6 recorded"]);
        expect(await relatedOf(opened, "marks", "k7")).toEqual([]);
        for (const word of ["draftmark", "passingmark", "lostmark", "unaimed"]) {
          expect((await opened.search(word)).hits, word).toHaveLength(1);
        }
      },
    ));
});
