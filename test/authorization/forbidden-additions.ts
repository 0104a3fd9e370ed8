import { join } from "node:path";
import { compaction, label, sessionFile, type SessionFileOptions, user } from "../support/session-file.ts";
import { IDS, PLACES } from "./workspace-world.ts";

type Addition = (folder: string) => void;

/** A session of another workspace. */
function hidden(options: SessionFileOptions): Addition {
  return (folder) => void sessionFile(folder, { cwd: "/ws/beta", timestamp: "2026-08-01T00:00:00.000Z", ...options });
}

const copied = [
  user("harbourword begins", { id: "a1b2c3d4" }),
  user("harbourword secretword", { id: "s1" }),
  label("a1b2c3d4", "secretlabel", { id: "s2" }),
  compaction("harbourword secret", "a1b2c3d4", { id: "p9" }),
];

/** Ways to add sessions that the caller may not see. */
export const FORBIDDEN_ADDITIONS: readonly [string, Addition][] = [
  [
    "a session with the same words",
    hidden({ id: IDS.secret, entries: [user("harbourword heirword deepword quay secretword")] }),
  ],
  ["a session with the same entry ids", hidden({ id: IDS.secret, entries: copied })],
  [
    "a later, larger session with the id of a visible one",
    hidden({ id: IDS.open, name: "beta/open.jsonl", entries: copied }),
  ],
  [
    "a session with the id of the caller's own",
    hidden({ id: IDS.own, name: "beta/own.jsonl", entries: [...copied, user("u", { id: "u1" })] }),
  ],
  [
    "a fork of a visible session",
    (folder) => hidden({ id: IDS.secret, parentSession: join(folder, PLACES.open), entries: copied })(folder),
  ],
  [
    "a fork of the caller's own session",
    (folder) =>
      hidden({
        id: IDS.secret,
        parentSession: join(folder, `alpha/${IDS.own}.jsonl`),
        entries: [user("harbourword own", { id: "u1" })],
      })(folder),
  ],
  [
    "the parent that visible heirs name, by its path and through a link",
    hidden({
      id: IDS.secret,
      name: PLACES.parent,
      entries: [user("heirword shared", { id: "x1" }), user("secretword", { id: "s1" })],
    }),
  ],
  [
    "the session between a visible parent and a visible grandchild",
    (folder) =>
      hidden({ id: IDS.secret, name: PLACES.middle, parentSession: join(folder, PLACES.open), entries: copied })(
        folder,
      ),
  ],
  [
    "a file with the base name by which a parent is found",
    hidden({ id: IDS.secret, name: "beta/open.jsonl", entries: copied }),
  ],
  [
    "sessions called current and __proto__",
    (folder) => ["current", "__proto__"].forEach((id) => hidden({ id, entries: copied })(folder)),
  ],
  [
    "a session with bad lines, repeated ids and over-long text",
    hidden({
      id: IDS.secret,
      entries: [...copied, "{torn\n", "7\n", user("again", { id: "s1" }), user("long ".repeat(250_000)), "tail"],
    }),
  ],
  [
    "sessions whose cwd is empty, relative or missing",
    (folder) =>
      ["", "ws/alpha", 7].forEach((cwd, at) => hidden({ id: `x${at}`, header: { cwd }, entries: copied })(folder)),
  ],
  [
    "a session in a folder that only begins like the workspace",
    hidden({ id: IDS.secret, cwd: "/ws/alphabet", entries: copied }),
  ],
  [
    "a session that is half written",
    hidden({ id: IDS.secret, entries: [user("secretword"), '{"type":"message","id":"s9"'] }),
  ],
  [
    "forty sessions at once",
    (folder) =>
      Array.from({ length: 40 }, (_, at) =>
        hidden({ id: `hidden-${at}`, name: `beta/${at}/open.jsonl`, entries: copied })(folder),
      ),
  ],
];
