import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFileDiagnostics, silentDiagnostics } from "../../../src/adapters/local/file-diagnostics.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const logOf = (agentDir: string) => join(agentDir, "pi-event-recall/log.ndjson");
const messagesOf = (agentDir: string) =>
  readFileSync(logOf(agentDir), "utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the local log", () => {
  test("is made at the first message, for its owner alone, with facts and causes", async () => {
    await withTemporaryFolder((folder) => {
      const agentDir = join(folder, "not/yet");
      const diagnostics = createFileDiagnostics(agentDir);
      expect(readdirSync(folder)).toEqual([]);
      diagnostics.warn("A file was skipped.", { path: "/secret/a.jsonl", count: 2 });
      const error = new Error("outer", { cause: new TypeError("inner") });
      diagnostics.error("The sync failed.", { error });
      diagnostics.error("Plain.");
      expect(messagesOf(agentDir)).toEqual([
        expect.objectContaining({ level: 40, msg: "A file was skipped.", path: "/secret/a.jsonl", count: 2 }),
        expect.objectContaining({
          level: 50,
          msg: "The sync failed.",
          error: expect.objectContaining({ message: "outer", cause: expect.objectContaining({ message: "inner" }) }),
        }),
        expect.objectContaining({ level: 50, msg: "Plain." }),
      ]);
      expect([modeOf(logOf(agentDir)), modeOf(join(agentDir, "pi-event-recall"))]).toEqual(["600", "700"]);
    });
  });

  test("narrows an older log's mode and appends to it", async () => {
    await withTemporaryFolder((folder) => {
      mkdirSync(join(folder, "pi-event-recall"));
      writeFileSync(logOf(folder), "{}\n");
      chmodSync(logOf(folder), 0o644);
      createFileDiagnostics(folder).warn("More.");
      expect(messagesOf(folder)).toEqual([{}, expect.objectContaining({ msg: "More." })]);
      expect(modeOf(logOf(folder))).toBe("600");
    });
  });

  test("sets a large log aside", async () => {
    await withTemporaryFolder((folder) => {
      mkdirSync(join(folder, "pi-event-recall"));
      writeFileSync(logOf(folder), "x".repeat(4 * 1024 * 1024 + 1));
      createFileDiagnostics(folder).warn("Fresh.");
      expect(messagesOf(folder)).toEqual([expect.objectContaining({ msg: "Fresh." })]);
      expect(readdirSync(join(folder, "pi-event-recall")).toSorted()).toEqual(["log.ndjson", "log.old.ndjson"]);
    });
  });

  test("never throws, whatever it is given and wherever it cannot write", async () => {
    await withTemporaryFolder((folder) => {
      writeFileSync(join(folder, "file"), "");
      const nowhere = createFileDiagnostics(join(folder, "file"));
      nowhere.warn("Lost.");
      nowhere.error("Lost too.", { error: new Error("x") });

      const circular: Record<string, unknown> = { big: 2n ** 70n, nothing: undefined, call: () => 1 };
      circular["self"] = circular;
      const hostile = Object.defineProperty({}, "trap", {
        enumerable: true,
        get: () => {
          throw new Error("trap");
        },
      });
      const diagnostics = createFileDiagnostics(folder);
      diagnostics.warn("Odd facts.", circular);
      diagnostics.error("Hostile facts.", hostile);
      diagnostics.warn("After.");
      expect(messagesOf(folder).at(-1)).toMatchObject({ msg: "After." });

      mkdirSync(join(folder, "linked/pi-event-recall"), { recursive: true });
      symlinkSync(join(folder, "file"), logOf(join(folder, "linked")));
      createFileDiagnostics(join(folder, "linked")).warn("Not through a link.");
      expect(readFileSync(join(folder, "file"), "utf8")).toBe("");
      silentDiagnostics.warn("Nothing.");
      silentDiagnostics.error("Nothing.");
    });
  });
});
