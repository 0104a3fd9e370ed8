import { expect, test } from "vitest";
import type { EventTrace, TraceEdge } from "../../src/domain/model/trace.ts";
import { onEachEngine, withCase } from "../cases-trees/open-case.ts";
import {
  assistant,
  branchSummary,
  compaction,
  contextEdit,
  customEntry,
  label,
  sessionFile,
  type SessionEntry,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";

const cwd = "/ws/alpha";
const nested = { nestedCalls: { calls: [{ id: "n/1", name: "edit", arguments: { path: "src/quay.ts" } }] } };

const entries: SessionEntry[] = [
  user("begin", { id: "u1" }),
  assistant(
    [toolCall("c1", "read", { path: "src/../src/quay.ts" }), toolCall("c2", "codemode", { code: "…" })],
    {},
    { id: "a1" },
  ),
  toolResult("c2", "codemode", "ran", nested, { id: "r2" }),
  toolResult("c1", "read", "", {}, { id: "r1" }),
  assistant([toolCall("c3", "write", { path: "/ws/alpha/src/quay.ts" })], {}, { id: "a2" }),
  user("left", { id: "x1", parentId: "u1" }),
  label("r1", "mark", { id: "l1", parentId: "a2" }),
  contextEdit("r1", null, { id: "o1" }),
  compaction("short", "r1", { id: "k1", details: { readFiles: ["src/quay.ts"], modifiedFiles: [] } }),
  branchSummary("was left", "x1", { id: "b1" }),
  user("end", { id: "u2" }),
];

const place = (folder: string) => void sessionFile(folder, { id: "all", cwd, entries });
const describe = ({ relation, evidence, towardLeaf, node, file }: TraceEdge) =>
  `${relation} ${node.entryId} ${evidence}${towardLeaf ? " ↓" : ""}${file === undefined ? "" : ` ${file}`}`;
const below = (trace: EventTrace) =>
  [trace.parent, ...trace.children, ...trace.branchSiblings, ...trace.related].flatMap((edge) => edge?.edges ?? []);

onEachEngine("Relations of a traced event", (engine) => {
  test("parallel and nested calls, boundary and kept range, summary, label, edit and files, each with its evidence", () =>
    withCase({ engine, place }, async ({ trace }) => {
      const related = async (entryId: string) => (await trace("all", entryId)).related.map(describe);
      expect(await related("a1")).toEqual([
        "tool-result r2 recorded ↓",
        "nested-calls r2 recorded ↓",
        "tool-result r1 recorded ↓",
        "file-changed r2 inferred ↓ src/../src/quay.ts",
        "file-changed a2 inferred ↓ src/../src/quay.ts",
        "file-read k1 inferred ↓ src/../src/quay.ts",
      ]);
      expect(await related("r1")).toEqual([
        "tool-call a1 recorded",
        "label l1 recorded ↓",
        "context-omission o1 recorded ↓",
        "compaction-first-kept k1 recorded ↓",
      ]);
      expect(await related("r2")).toEqual([
        "tool-call a1 recorded",
        "file-read a1 inferred src/quay.ts",
        "file-changed a2 inferred ↓ src/quay.ts",
        "file-read k1 inferred ↓ src/quay.ts",
      ]);
      expect(await related("k1")).toEqual([
        "compaction-first-kept r1 recorded",
        "compaction-boundary o1 recorded",
        "file-read a1 inferred src/quay.ts",
        "file-changed r2 inferred src/quay.ts",
        "file-changed a2 inferred src/quay.ts",
      ]);
      expect(await related("o1")).toEqual(["context-omission r1 recorded", "compaction-boundary k1 recorded ↓"]);
      expect(await related("b1")).toEqual(["branch-summary x1 recorded"]);
      expect(await related("x1")).toEqual(["branch-summary b1 recorded ↓"]);
      expect(await related("u2")).toEqual([]);
    }));

  test("the edge to the parent, and every other edge up the tree, leads away from the leaf; siblings are inferred", () =>
    withCase({ engine, place }, async ({ trace }) => {
      const r2 = await trace("all", "r2");
      expect([r2.parent && describe(r2.parent), r2.children.map(describe)]).toEqual([
        "parent a1 recorded",
        ["child r1 recorded ↓"],
      ]);
      const x1 = await trace("all", "x1");
      expect([x1.parent && describe(x1.parent), x1.branchSiblings.map(describe)]).toEqual([
        "parent u1 recorded",
        ["sibling a1 inferred ↓"],
      ]);
      expect((await trace("all", "a1")).branchSiblings.map(describe)).toEqual(["sibling x1 inferred"]);
    }));

  test("every node says what it is: also where its texts are empty, it holds none, or its tool failed", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "kinds",
            cwd,
            entries: [
              toolResult("c", "read", "  \n", { isError: true }, { id: "blank" }),
              assistant([{ type: "text", text: "" }, toolCall("d", "bash", { command: "ls" })], {}, { id: "mixed" }),
              customEntry("state", { secret: 1 }, { id: "none" }),
              user("\n first\n\tline ", { id: "text" }),
            ],
          }),
      },
      async ({ trace }) => {
        const node = async (entryId: string) => {
          const { sessionId, timestamp, ...rest } = (await trace("kinds", entryId)).target;
          expect([sessionId, Date.parse(timestamp) > 0]).toEqual(["kinds", true]);
          return rest;
        };
        const states = { branchState: "selected", selectionState: "direct" };
        expect(await node("blank")).toEqual({
          entryId: "blank",
          entryType: "message",
          kind: "tool.result",
          toolName: "read",
          isError: true,
          preview: "",
          ...states,
        });
        expect(await node("mixed")).toMatchObject({
          kind: "tool.call",
          toolName: "bash",
          preview: "bash command: ls",
          ...states,
        });
        expect(await node("none")).toEqual({
          entryId: "none",
          entryType: "custom",
          branchState: "selected",
          selectionState: "not-applicable",
          preview: "",
        });
        expect(await node("text")).toMatchObject({ kind: "user.text", preview: "first line" });
      },
    ));

  test("totals are exact where twenty edges are shown, and two steps stay within twenty more, saying that they were cut", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const reads = (id: string, more: object = {}) =>
            assistant([toolCall(`c-${id}`, "read", { path: "hub.txt" })], {}, { id, ...more });
          const fan = Array.from({ length: 30 }, (_, at) => reads(`k${at}`, { parentId: "hub" }));
          const deep = fan.flatMap(({ id }) =>
            Array.from({ length: 3 }, (_, at) => user("deep", { id: `${String(id)}-${at}`, parentId: id as string })),
          );
          sessionFile(folder, {
            id: "hub",
            cwd,
            entries: [
              user("root", { id: "root" }),
              reads("hub"),
              ...fan,
              ...deep,
              reads("beside", { parentId: "root" }),
            ],
          });
        },
      },
      async ({ trace }) => {
        const near = await trace("hub", "hub");
        expect(near.totals).toEqual({ children: 30, branchSiblings: 1, related: 31 });
        expect([near.children.length, near.branchSiblings.length, near.related.length]).toEqual([20, 1, 20]);
        expect([near.truncated, below(near).length]).toEqual([true, 0]);
        const far = await trace("hub", "hub", 2);
        expect(far.totals).toEqual(near.totals);
        expect([far.truncated, below(far).length]).toEqual([true, 20]);
        const shown = [
          far.target,
          ...[far.parent, ...far.children, ...far.branchSiblings].flatMap((edge) => edge?.node ?? []),
        ];
        const names = [...shown, ...below(far).map((edge) => edge.node)].map((node) => node.entryId);
        expect(new Set(names).size).toBe(names.length);
        const leaf = await trace("hub", "k3-1", 2);
        expect(leaf.totals).toEqual({ children: 0, branchSiblings: 2, related: 0 });
        expect(leaf.truncated).toBe(true);
        expect((await trace("hub", "k3-1", 1)).truncated).toBe(false);
      },
    ));

  test("two steps that show everything are not cut", () =>
    withCase({ engine, place }, async ({ trace }) => {
      const answer = await trace("all", "u2", 2);
      expect(answer.truncated).toBe(false);
      expect(answer.parent?.edges?.map(describe)).toEqual(["parent k1 recorded", "branch-summary x1 recorded"]);
    }));

  test("names of any length are bounded wherever they are repeated; ids lead back to their entries whole", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const long = (word: string) => `${word} ${"\u{1f600}".repeat(5_000)}`;
          const id = `e-${"x".repeat(20_000)}`;
          sessionFile(folder, {
            id: `s-${"y".repeat(20_000)}`,
            name: "long.jsonl",
            cwd,
            entries: [
              { type: "session_info", name: long("name"), id: "n" },
              toolResult("c", long("tool"), "seaword", {}, { id, timestamp: long("time") }),
              label(id, long("label"), { id: "l" }),
              { ...user("seaword"), type: "message", message: { role: long("role"), content: "x" }, id: "odd" },
              { type: long("type"), id: "typed" },
              assistant([toolCall("d", "read", { path: long("path") })], {}, { id: "one" }),
              assistant([toolCall("e", "read", { path: long("path") })], {}, { id: "two" }),
            ],
          });
        },
      },
      async (opened) => {
        const [session] = (await opened.sessions()).sessions;
        const sessionId = session?.sessionId as string;
        const [hit] = (await opened.search("seaword")).hits;
        const entryId = hit?.entryId as string;
        expect([sessionId.length, entryId.length]).toEqual([20_002, 20_002]);
        const read = await opened.read(sessionId, entryId);
        const trace = await opened.trace(sessionId, entryId);
        const [withFile] = (await opened.trace(sessionId, "one")).related;
        const names = {
          "listed name": session?.name,
          "name in the lineage": (await opened.lineage(sessionId)).sessions[0]?.name,
          "name of a hit": hit?.sessionName,
          "name of a read": read.event.sessionName,
          "tool of a hit": hit?.toolName,
          "tool of a read": read.fragments[0]?.toolName,
          "tool of a node": trace.target.toolName,
          "time of a hit": hit?.timestamp,
          "time of a read": read.event.timestamp,
          "time of a node": trace.target.timestamp,
          label: read.event.labels[0],
          role: (await opened.read(sessionId, "odd")).event.role,
          "type of a read": (await opened.read(sessionId, "typed")).event.entryType,
          "type of a node": (await opened.trace(sessionId, "typed")).target.entryType,
          file: withFile?.file,
        };
        for (const [what, name] of Object.entries(names)) {
          expect(Array.from(name ?? "").length, what).toBe(400);
          expect(name, what).toMatch(/^\w+ \u{1f600}+…$/u);
        }
        expect((await opened.read(sessionId, "l")).fragments[0]?.preview.totalChars).toBe(5_006);
      },
    ));
});
