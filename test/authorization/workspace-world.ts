import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Caller } from "../../src/domain/use-cases/history.ts";
import {
  assistant,
  bash,
  compaction,
  label,
  sessionFile,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";

const cwd = "/ws/alpha";

/** Ids in Pi's form. */
export const IDS = {
  open: "019cd704-87d6-7f4c-85bf-2c8e968015aa",
  fork: "019cd704-87d6-7f4c-85bf-2c8e968015ab",
  own: "019cdbed-cbc2-7ca7-863e-6717c96b2c8b",
  secret: "019ce23e-03ea-72c2-854f-2378608c641c",
} as const;

/** Entry ids of the sessions that the caller may see. */
export const VISIBLE_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  [IDS.open]: ["a1b2c3d4", "c2", "r2", "k2", "f2"],
  [IDS.fork]: ["a1b2c3d4", "c2", "r2", "n1"],
  [IDS.own]: ["u1", "l1", "call", "after"],
  "heir-one": ["x1", "x2"],
  "heir-two": ["x1", "x3"],
  "heir-linked": ["x1"],
  grandchild: ["a1b2c3d4", "g1"],
  "by-name": ["a1b2c3d4", "b1"],
};

export const PLAIN: Caller = { cwd, workspaces: [cwd] };
/** Runs in its own session, in a call that `call` holds. */
export const CALLING: Caller = { ...PLAIN, session: { sessionId: IDS.own, leafId: "call", invokedBy: "call" } };

/** The files of the visible sessions, and of forbidden parents that some of them name, below the session folder. */
export const PLACES = { open: "alpha/open.jsonl", parent: "beta/parent.jsonl", middle: "beta/middle.jsonl" } as const;

const shared = [
  user("harbourword begins", { id: "a1b2c3d4" }),
  assistant([toolCall("c", "read", { path: "quay.txt" })], {}, { id: "c2" }),
  toolResult("c", "read", "harbourword result", {}, { id: "r2" }),
];

/** Writes what the caller may see: a fork, its own session, heirs of parents that are missing, a name that only one file has. */
export function placeVisible(folder: string): void {
  mkdirSync(join(folder, "beta"));
  symlinkSync(join(folder, "beta"), join(folder, "linked"));
  const place = (id: string, entries: Parameters<typeof sessionFile>[1]["entries"], parent?: string, name?: string) =>
    sessionFile(folder, {
      id,
      cwd,
      name: name ?? `alpha/${id}.jsonl`,
      ...(entries && { entries }),
      ...(parent !== undefined && { parentSession: parent }),
    });
  const rest = [
    compaction("harbourword in short", "c2", { id: "k2" }),
    bash("ls quay", "harbourword.txt", {}, { id: "f2" }),
  ];
  const open = place(IDS.open, [...shared, ...rest], undefined, PLACES.open);
  place(IDS.fork, [...shared, user("harbourword forked", { id: "n1" })], open);
  place(IDS.own, [
    user("harbourword own", { id: "u1" }),
    label("u1", "pierlabel", { id: "l1" }),
    assistant([toolCall("s", "event_search", { query: "harbourword" })], {}, { id: "call" }),
    user("harbourword afterwards", { id: "after" }),
  ]);
  const inherited = user("heirword shared", { id: "x1" });
  place("heir-one", [inherited, user("heirword one", { id: "x2" })], join(folder, PLACES.parent));
  place("heir-two", [inherited, user("heirword two", { id: "x3" })], join(folder, PLACES.parent));
  place("heir-linked", [inherited], join(folder, "linked", "parent.jsonl"));
  place("grandchild", [shared[0] as (typeof shared)[0], user("deepword", { id: "g1" })], join(folder, PLACES.middle));
  place("by-name", [shared[0] as (typeof shared)[0], user("nameword", { id: "b1" })], "/gone/open.jsonl");
}
