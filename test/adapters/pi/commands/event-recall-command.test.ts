import { describe, expect, it } from "vitest";
import type { CommandAccess } from "../../../../src/adapters/pi/commands/command-access.ts";
import { atDesk } from "./command-desk.ts";

const entry = (level: "warn" | "error", message: string) => ({ time: "2026-03-10T09:12:04.310Z", level, message });

describe("/event-recall status", () => {
  it("says what is indexed, where, and what went wrong last", () =>
    atDesk({ log: { place: "/log", entries: [entry("warn", "slow"), entry("error", "disk full")] } }, async (desk) => {
      await desk.run("reindex");
      const lines = (await desk.run("status")).split("\n");
      expect(lines[0]).toMatch(/^Event history: ready, 1 session \(\d+ bytes\)$/);
      expect(lines).toContain("Workspace: /home/ada/payments");
      expect(lines.join("\n")).toMatch(/Index: memory \(.*\)\n/);
      expect(lines.join("\n")).toContain("Version: pi-event-recall 9.9.9, index ");
      expect(lines.join("\n")).toMatch(/Settings:\n {2}[\w.]+: .* \(default\)/);
      expect(lines.slice(-2)).toEqual([
        "Last errors (/event-recall log tells more):",
        "  2026-03-10T09:12:04.310Z error: disk full",
      ]);
    }));

  it("is what no subcommand means, and tells that nothing is indexed yet", () =>
    atDesk({}, async (desk) => {
      expect(await desk.run("  ")).toMatch(/^Event history: /);
      expect(desk.told[0]?.severity).toBe("info");
    }));
});

describe("/event-recall reindex", () => {
  it("reads new sessions, with progress in the footer", () =>
    atDesk({}, async (desk) => {
      expect(await desk.run("reindex")).toMatch(/^Event history: ready, 1 session /);
      expect(desk.statuses[0]).toBe("history: reading session files");
      expect(desk.statuses.at(-1)).toBeUndefined();
    }));

  it("compares the whole index when asked to verify", () =>
    atDesk({}, async (desk) => {
      expect(await desk.run("reindex --verify")).toMatch(
        /^Compared 1 file and \d+ events: the index is what a fresh one would be\.$/,
      );
    }));

  it("clears the footer when it fails", () => {
    const fail = (): Promise<never> => Promise.reject(new Error("/secret/path"));
    const alter = (access: CommandAccess): CommandAccess => ({ ...access, history: { ...access.history, sync: fail } });
    return atDesk({ alter }, async (desk) => {
      expect(await desk.run("reindex")).toBe("The command failed: /event-recall log may tell why.");
      expect(desk.told[0]?.severity).toBe("error");
      expect(desk.statuses.at(-1)).toBeUndefined();
    });
  });
});

describe("/event-recall log and settings", () => {
  it("say where the log is and what is in it, without obeying it", () =>
    atDesk({ log: { place: "/tmp/log.ndjson", entries: [entry("error", "bad \u001b[31m\nline")] } }, async (desk) => {
      expect(await desk.run("log")).toBe(
        "Local log: /tmp/log.ndjson\nLast messages:\n  2026-03-10T09:12:04.310Z error: bad \\x1b[31m\\nline",
      );
    }));

  it("say that nothing is in it", () =>
    atDesk({}, async (desk) => expect(await desk.run("log")).toBe("Local log: /log (nothing in it)")));

  it("name every setting and its source", () =>
    atDesk({}, async (desk) => expect(await desk.run("settings")).toMatch(/^Settings:\n( {2}[\w.]+: .+ \(.+\)\n?)+$/)));
});

describe("/event-recall with anything else", () => {
  it.each(["frobnicate", "reindex --everything", "open a b c"])("explains itself: %s", (args) =>
    atDesk({}, async (desk) => {
      expect(await desk.run(args)).toMatch(/\n {2}\/event-recall open <hit number \| sessionId \[entryId\]>: /);
      expect(desk.told[0]?.severity).toBe("warning");
    }),
  );

  it("completes subcommands", () =>
    atDesk({}, async (desk) => {
      const values = async (prefix: string) => (await desk.complete(prefix))?.map(({ value }) => value);
      expect(await values("")).toEqual(["status", "reindex", "open", "settings", "log"]);
      expect(await values("s")).toEqual(["status", "settings"]);
      expect(await values("reindex -")).toEqual(["reindex --verify"]);
      expect(await values("x")).toBeUndefined();
    }));
});
