import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  assistant,
  bash,
  compaction,
  contextEdit,
  label,
  message,
  sessionFile,
  type SessionFileOptions,
  sessionName,
  user,
} from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { type PiReading, readWithPi } from "./pi-oracle.ts";

function read(options: Omit<SessionFileOptions, "id">): Promise<PiReading> {
  return withTemporaryFolder((folder) => {
    const path = sessionFile(folder, { id: "probe", ...options });
    const before = readFileSync(path);
    const reading = readWithPi(path);
    expect(readFileSync(path).equals(before)).toBe(true);
    return reading;
  });
}

/** Each entry from `first` on is the only child of the one before it. */
function chain(first: number, last: number): [string, string[]][] {
  return Array.from({ length: last - first }, (_, step) => [`e${first + step}`, [`e${first + step + 1}`]]);
}

/** A message as version 1 wrote it. */
function plain(role: string) {
  return { ...message({ role, content: role }), id: undefined, parentId: undefined };
}

describe("readWithPi", () => {
  test("says what Pi says of a session with a branch, a label, a name, an edit and a compaction", async () => {
    const reading = await read({
      entries: [
        user("first"),
        assistant("left behind"),
        assistant("edited out", {}, { parentId: "e1" }),
        contextEdit("e3", null),
        bash("ls", "a.ts", { excludeFromContext: true }),
        label("e3", "here"),
        label("e1", "gone"),
        label("e1"),
        sessionName(" A name "),
        user("kept"),
        compaction("summary", "e10"),
        assistant("omitted"),
        contextEdit("e12", null),
      ],
    });
    const { messagesTo, ...facts } = reading;
    expect(messagesTo("e1")?.length).toBeGreaterThan(0);
    expect(facts).toEqual({
      sessionId: "probe",
      cwd: "/home/ada/payments",
      leafId: "e13",
      branch: ["e1", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"],
      direct: ["e11", "e10"],
      sessionName: "A name",
      labels: new Map([["e3", "here"]]),
      children: new Map([["e1", ["e2", "e3"]], ...chain(3, 13)]),
      roots: ["e1"],
      entryIds: ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"],
      rewrites: false,
    });
  });

  test("names the entries of version 1 by their lines, broken and blank ones counted", async () => {
    const entries = [plain("user"), "not json\n", "\n", plain("assistant")];
    const reading = await read({ version: null, entries });
    expect(reading).toMatchObject({ branch: ["@1", "@4"], leafId: "@4", roots: ["@1"], rewrites: true });
    expect(reading.direct).toEqual(["@1", "@4"]);
  });

  test("lets the last of duplicate ids win, and takes orphans for roots", async () => {
    const reading = await read({
      entries: [user("one", { id: "a" }), user("two", { id: "b" }), user("orphan", { id: "a", parentId: "missing" })],
    });
    expect(reading).toMatchObject({ leafId: "a", branch: ["a"], roots: ["a"], entryIds: ["a", "b"] });
  });

  test.each([
    ["a cycle", [user("one", { parentId: "e2" }), user("two")]],
    ["its own parent", [user("one", { parentId: "e1" })]],
  ])("does not hang where the leaf's walk never ends: %s", async (_, entries) => {
    expect(await read({ entries })).toMatchObject({ branch: undefined, direct: undefined });
  });

  test("sees the newline that Pi adds to a torn file", async () => {
    expect(await read({ entries: [user("whole"), '{"type":"mess'] })).toMatchObject({ branch: ["e1"], rewrites: true });
  });

  test("throws on what Pi refuses", async () => {
    await expect(read({ header: { type: "message" } })).rejects.toThrow("not a valid");
  });
});
