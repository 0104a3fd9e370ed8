import { SessionManager, type ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { CommandAccess } from "../../../../src/adapters/pi/commands/command-access.ts";
import { createEventRecallCommand } from "../../../../src/adapters/pi/commands/event-recall-command.ts";
import { callerOf } from "../../../../src/adapters/pi/host/caller-of.ts";
import { openHistory } from "../../../../src/container.ts";
import type { LogEntry } from "../../../../src/ports/log-reader.ts";
import { buildPiSession, type PiSessionFile } from "../../../support/pi-sessions.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

export const CWD = "/home/ada/payments";

/** What the person saw and was asked, in order. */
export interface Desk {
  readonly told: { readonly message: string; readonly severity: string | undefined }[];
  readonly statuses: (string | undefined)[];
  readonly asked: string[];
  readonly switchedTo: string[];
  readonly wentTo: string[];
  /** The session that the person sits in. */
  readonly session: SessionManager;
  /** Sessions that a real Pi wrote before. */
  readonly files: readonly PiSessionFile[];
  /** Runs `/event-recall <args>`, and waits for what it tells. */
  run(args: string): Promise<string>;
  complete(prefix: string): Promise<readonly { readonly value: string }[] | null>;
}

export interface DeskOptions {
  /** What the person answers to a choice or a confirmation. */
  readonly answer?: string;
  readonly isIdle?: boolean;
  readonly log?: { readonly place: string; readonly entries: readonly LogEntry[] };
  /** Changes what the command gets. */
  readonly alter?: (access: CommandAccess) => CommandAccess;
}

/** A person in the interface of Pi, with a real history over sessions that a real SessionManager wrote. */
export async function atDesk(options: DeskOptions, act: (desk: Desk) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const { files } = buildPiSession(
      folder,
      [
        { op: "user", text: "how large is the retry budget" },
        { op: "assistant", text: "the retry budget is three" },
      ],
      { cwd: CWD },
    );
    const { history } = await openHistory({ sessions: [folder], engine: "memory", log: false });
    try {
      await act(createDesk(history, files, options));
    } finally {
      await history.close();
    }
  });
}

function createDesk(
  history: CommandAccess["history"],
  files: readonly PiSessionFile[],
  { answer, isIdle = true, log = { place: "/log", entries: [] }, alter = (access) => access }: DeskOptions,
): Desk {
  const session = SessionManager.inMemory(CWD);
  const told: Desk["told"] = [];
  const statuses: Desk["statuses"] = [];
  const asked: string[] = [];
  const switchedTo: string[] = [];
  const wentTo: string[] = [];
  let wake = (): void => undefined;
  const context = {
    cwd: CWD,
    hasUI: true,
    mode: "tui",
    sessionManager: session,
    isIdle: () => isIdle,
    ui: {
      notify(message: string, severity?: string) {
        told.push({ message, severity });
        wake();
      },
      setStatus: (_key: string, text: string | undefined) => void statuses.push(text),
      select(_title: string, choices: string[]) {
        asked.push(...choices);
        return Promise.resolve(choices.find((choice) => choice === answer));
      },
      confirm(title: string) {
        asked.push(title);
        return Promise.resolve(answer === "yes");
      },
    },
    async switchSession(path: string, { withSession }: { withSession: (replaced: unknown) => Promise<void> }) {
      switchedTo.push(path);
      await withSession(context);
      return { cancelled: false };
    },
    navigateTree(entryId: string) {
      wentTo.push(entryId);
      return Promise.resolve({ cancelled: false });
    },
  };
  const command = createEventRecallCommand(
    alter({
      history,
      version: "9.9.9",
      callerOf: (current) => callerOf(current),
      readLog: (count) => Promise.resolve({ ...log, entries: log.entries.slice(-count) }),
    }),
  );
  return {
    told,
    statuses,
    asked,
    switchedTo,
    wentTo,
    session,
    files,
    async run(args) {
      const before = told.length;
      const isTold = new Promise<void>((resolve) => (wake = resolve));
      await command.handler(args, context as unknown as ExtensionCommandContext);
      if (args.startsWith("reindex")) await isTold;
      return told
        .slice(before)
        .map(({ message }) => message)
        .join("\n");
    },
    complete: async (prefix) => (await command.getArgumentCompletions?.(prefix)) ?? null,
  };
}
