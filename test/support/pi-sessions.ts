import { existsSync } from "node:fs";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { appendToPiSession } from "./append-to-pi-session.ts";
import { type FixedWorld, inFixedWorld } from "./fixed-world.ts";
import type { PiForkKind, PiOperation } from "./pi-operation.ts";
import { pinSessionId } from "./pin-session-id.ts";

export interface PiSessionOptions {
  /** Working directory in every header. Default `/home/ada/payments`. */
  readonly cwd?: string;
  /** Begins the session ids; one directory takes each seed once. Default `session`. */
  readonly seed?: string;
  /** Time of the first header. Default 2026-01-01T00:00:00.000Z. */
  readonly start?: string;
}

export interface PiSessionFile {
  readonly sessionId: string;
  readonly path: string;
}

export interface PiFork extends PiSessionFile {
  readonly kind: PiForkKind;
  readonly parent: PiSessionFile;
  /** Entry id of the last entry that the fork took over from its parent; absent where it took none. */
  readonly anchor?: string;
}

export interface BuiltPiSessions {
  /** Every file that Pi has written, parents before their forks. Empty when the script holds no user or assistant message. */
  readonly files: readonly PiSessionFile[];
  /** Forks whose file Pi has written. */
  readonly forks: readonly PiFork[];
}

type ForkStep = Extract<PiOperation, { op: "fork" }>;

/**
 * Plays a script with the real SessionManager and returns the files that it wrote into `directory`, flat. The same script and
 * options give the same bytes. Synchronous: other code sees the real clock again afterwards. Cost: about 0.1 ms per step.
 */
export function buildPiSession(
  directory: string,
  script: readonly PiOperation[],
  options: PiSessionOptions = {},
): BuiltPiSessions {
  const seed = options.seed ?? "session";
  return inFixedWorld(options.start ?? "2026-01-01T00:00:00.000Z", seed, (world) => {
    const builder = new Builder(directory, options.cwd ?? "/home/ada/payments", seed, world);
    builder.play(builder.create(), script);
    return builder.built();
  });
}

/** Opens a session file with the real SessionManager and plays a script on it, as a resumed Pi does. Forks are left out. */
export function continuePiSession(path: string, script: readonly PiOperation[], options: PiSessionOptions = {}): void {
  inFixedWorld(options.start ?? "2026-01-02T00:00:00.000Z", options.seed ?? "continued", (world) => {
    const session = SessionManager.open(path);
    for (const step of script) {
      if (step.op === "wait") world.advance(step.milliseconds);
      else if (step.op !== "fork") {
        world.advance(1000);
        appendToPiSession(session, step, world.now());
      }
    }
  });
}

class Builder {
  readonly #directory: string;
  readonly #cwd: string;
  readonly #seed: string;
  readonly #world: FixedWorld;
  readonly #files: PiSessionFile[] = [];
  readonly #forks: PiFork[] = [];
  #sessions = 0;

  constructor(directory: string, cwd: string, seed: string, world: FixedWorld) {
    this.#directory = directory;
    this.#cwd = cwd;
    this.#seed = seed;
    this.#world = world;
  }

  create(parentSession?: string): SessionManager {
    const id = this.#nextId();
    return SessionManager.create(
      this.#cwd,
      this.#directory,
      parentSession === undefined ? { id } : { id, parentSession },
    );
  }

  play(session: SessionManager, script: readonly PiOperation[]): void {
    const file = fileOf(session);
    this.#files.push(file);
    for (const step of script) {
      if (step.op === "wait") {
        this.#world.advance(step.milliseconds);
        continue;
      }
      this.#world.advance(1000);
      if (step.op !== "fork") appendToPiSession(session, step, this.#world.now());
      else if (existsSync(file.path)) this.#fork(session, file, step);
    }
  }

  built(): BuiltPiSessions {
    return { files: this.#files.filter(isWritten), forks: this.#forks.filter(isWritten) };
  }

  #fork(session: SessionManager, parent: PiSessionFile, step: ForkStep): void {
    const anchor = anchorOf(session, step);
    const child = this.#child(session, parent, step);
    if (child === undefined) return;
    this.#forks.push({ ...fileOf(child), kind: step.kind, parent, ...(anchor === undefined ? {} : { anchor }) });
    this.play(child, step.script);
  }

  #child(session: SessionManager, parent: PiSessionFile, step: ForkStep): SessionManager | undefined {
    if (step.kind === "newSession") return this.create(parent.path);
    if (step.kind === "forkFrom") {
      return SessionManager.forkFrom(parent.path, this.#cwd, this.#directory, { id: this.#nextId() });
    }
    const path = pathTo(session, step.target);
    // Without a message on the path Pi writes no file yet, and no fork exists that anybody could find.
    const talks = path.some(({ type, message }) => type === "message" && isTalk(message));
    const leaf = path.at(-1);
    if (!talks || leaf === undefined) return undefined;
    const branched = SessionManager.open(parent.path).createBranchedSession(leaf.id);
    return branched === undefined ? undefined : SessionManager.open(pinSessionId(branched, this.#nextId()));
  }

  #nextId(): string {
    this.#sessions += 1;
    return `${this.#seed}-${this.#sessions}`;
  }
}

/** `forkFrom` copies every entry; `createBranchedSession` the path without its labels, which get new ids. */
function anchorOf(session: SessionManager, step: ForkStep): string | undefined {
  if (step.kind === "newSession") return undefined;
  if (step.kind === "forkFrom") return session.getEntries().at(-1)?.id;
  return pathTo(session, step.target).findLast(({ type }) => type !== "label")?.id;
}

function pathTo(session: SessionManager, target: number): readonly PathEntry[] {
  const entries = session.getEntries();
  return session.getBranch(entries[target % entries.length]?.id);
}

interface PathEntry {
  readonly id: string;
  readonly type: string;
  readonly message?: { readonly role: string };
}

function isTalk(message: PathEntry["message"]): boolean {
  return message?.role === "user" || message?.role === "assistant";
}

/** A session that never held a message exists in memory only: Pi writes no file for it. */
function isWritten({ path }: PiSessionFile): boolean {
  return existsSync(path);
}

function fileOf(session: SessionManager): PiSessionFile {
  const path = session.getSessionFile();
  if (path === undefined) throw new Error("A session in memory has no file.");
  return { sessionId: session.getSessionId(), path };
}
