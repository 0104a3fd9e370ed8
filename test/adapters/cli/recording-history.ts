import type { RecalledSession, RecallTranscript } from "../../../src/domain/model/recall.ts";
import type { History } from "../../../src/domain/use-cases/history.ts";
import { coverage, edge, hit, node, read, SESSION, verification } from "./sample-answers.ts";

/** A history that answers the same always and records what it was asked: the other side of the command line's only port. */
export class RecordingHistory implements History {
  readonly calls: { method: string; request?: unknown; caller?: unknown }[] = [];
  /** Thrown by every question, where set. */
  failure: Error | undefined;
  isVerified = true;
  syncState: "ready" | "error" = "ready";

  #answer<Answer>(answer: Answer, method: string, request: unknown, caller?: unknown): Promise<Answer> {
    this.calls.push({ method, request, caller });
    return this.failure === undefined ? Promise.resolve(answer) : Promise.reject(this.failure);
  }

  search: History["search"] = (request, caller) =>
    this.#answer(
      { hits: [hit()], totals: { events: 1, fragments: 1 }, coverage: coverage() },
      "search",
      request,
      caller,
    );

  read: History["read"] = (request, caller) => this.#answer(read(), "read", request, caller);

  trace: History["trace"] = (request, caller) =>
    this.#answer(
      {
        target: node(),
        children: [edge("child")],
        branchSiblings: [],
        related: [],
        totals: { children: 1, branchSiblings: 0, related: 0 },
        forks: [],
        truncated: false,
        coverage: coverage(),
      },
      "trace",
      request,
      caller,
    );

  lineage: History["lineage"] = (request, caller) =>
    this.#answer(
      { sessions: [{ sessionId: SESSION, cwd: "/home/ada/shop", startedAt: "2026-05-03T10:00:00Z", depth: 0 }] },
      "lineage",
      request,
      caller,
    );

  sessions: History["sessions"] = (request, caller) =>
    this.#answer(
      {
        sessions: [
          { sessionId: SESSION, cwd: "/home/ada/shop", startedAt: "2026-05-03T10:00:00Z", events: 12, bytes: 900 },
        ],
        coverage: coverage(),
      },
      "sessions",
      request,
      caller,
    );

  recallBrowse: History["recallBrowse"] = (request, caller) =>
    this.#answer(
      {
        mode: "browse",
        sessions: [{ ...this.#recalled(), preview: "Where we began", messageCount: 4 }],
        total: 1,
        coverage: coverage(),
      },
      "recallBrowse",
      request,
      caller,
    );

  recallDiscover: History["recallDiscover"] = (request, caller) =>
    this.#answer(
      {
        mode: "discovery",
        sessions: [
          {
            ...this.#recalled(),
            matchMessageId: "a1b2c3d4",
            role: "user",
            timestamp: "2026-05-03T10:22:31.123Z",
            snippet: "lower the retry budget",
            matches: [{ start: 10, end: 22 }],
            matchingMessages: 2,
          },
        ],
        totals: { sessions: 1, messages: 2 },
        pendingSessions: 0,
        coverage: coverage(),
      },
      "recallDiscover",
      request,
      caller,
    );

  recallRead: History["recallRead"] = (request, caller) =>
    this.#answer(this.#transcript("read"), "recallRead", request, caller);

  recallScroll: History["recallScroll"] = (request, caller) =>
    this.#answer(this.#transcript("scroll"), "recallScroll", request, caller);

  recallPrepare: History["recallPrepare"] = (request, caller) =>
    this.#answer(
      {
        mode: "prepare-pattern-miner",
        scope: request.scope,
        sessions: [],
        inventory: { available: false, reason: "not-a-git-repository" },
        sync: { walkComplete: true, backlogRemaining: 0, complete: true },
        contentTruncated: false,
        coverage: coverage(),
      },
      "recallPrepare",
      request,
      caller,
    );

  #recalled(): RecalledSession {
    const started = "2026-05-03T10:00:00Z";
    return { sessionId: SESSION, path: this.sessionPath, cwd: "/home/ada/shop", started };
  }

  #transcript(mode: RecallTranscript["mode"]): RecallTranscript {
    const timestamp = "2026-05-03T10:22:31.123Z";
    return {
      mode,
      session: this.#recalled(),
      branchTip: "a1b2c3d4",
      messages: [{ id: "a1b2c3d4", role: "user", timestamp, text: "lower the retry budget" }],
      totalMessages: 1,
      forks: [],
      contentTruncated: false,
      coverage: coverage(),
    };
  }

  /** Where `open` says that the session lies. */
  sessionPath = "/home/ada/.pi/agent/sessions/a/s1.jsonl";

  open: History["open"] = (request, caller) =>
    this.#answer(
      {
        sessionId: SESSION,
        path: this.sessionPath,
        cwd: "/home/ada/shop",
        ...(request.entryId !== undefined && {
          entry: {
            entryId: request.entryId,
            entryType: "message",
            timestamp: "2026-05-03T10:00:00Z",
            preview: "Where we began",
          },
        }),
      },
      "open",
      request,
      caller,
    );

  status: History["status"] = (caller) =>
    this.#answer(
      {
        engine: "fts5",
        index: "memory",
        indexBytes: 0,
        version: "1",
        roots: [],
        workspaces: [],
        notices: ["Shown by the answer."],
        coverage: coverage(),
      },
      "status",
      undefined,
      caller,
    );

  sync: History["sync"] = (caller, options) => {
    for (const filesDone of [0, 1, 2]) {
      options?.onProgress?.({ files: 2, filesDone, bytes: 1000, bytesDone: filesDone * 500 });
    }
    return this.#answer(coverage({ state: this.syncState }), "sync", options?.discovery, caller);
  };

  verify: History["verify"] = (request, caller) =>
    this.#answer(verification({ ok: this.isVerified }), "verify", request, caller);

  purge: History["purge"] = (request, caller) =>
    this.#answer({ deleted: request.all === true, bytes: { before: 4000, after: 1000 } }, "purge", request, caller);

  close(): Promise<void> {
    this.calls.push({ method: "close" });
    return Promise.resolve();
  }
}
