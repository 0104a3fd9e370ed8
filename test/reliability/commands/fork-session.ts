import { dirname } from "node:path";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { inFixedWorld } from "../../support/fixed-world.ts";
import type { PiForkKind } from "../../support/pi-operation.ts";
import { piUser } from "../../support/pi-messages.ts";
import { pinSessionId } from "../../support/pin-session-id.ts";
import type { Model, ModelFile, World } from "../world.ts";
import { FileCommand } from "./file-command.ts";
import { meetFiles } from "./write-session.ts";

/** Forks a session as its file stands, in one of Pi's three ways, and says something in the fork. Opening it may close a torn line. */
export class ForkSession extends FileCommand {
  override readonly grows = true;
  readonly #kind: PiForkKind;
  readonly #target: number;

  constructor(number: number, kind: PiForkKind, target: number) {
    super(number);
    this.#kind = kind;
    this.#target = target;
  }

  protected override details(): string {
    return `${this.#kind} at ${this.#target}`;
  }

  protected override act(path: string, file: ModelFile, model: Model, world: World): void {
    delete file.missing;
    try {
      inFixedWorld("2026-01-20T00:00:00.000Z", `fork${model.serial}`, ({ now }) => {
        this.#fork(path, `fork${model.serial}`)?.appendMessage(piUser("forked retry", now()));
      });
    } catch {
      // Pi refuses what is no session any more.
    }
    meetFiles(model, world);
  }

  #fork(path: string, id: string): SessionManager | undefined {
    const folder = dirname(path);
    const cwd = "/home/ada/payments";
    if (this.#kind === "newSession") return SessionManager.create(cwd, folder, { id, parentSession: path });
    if (this.#kind === "forkFrom") return SessionManager.forkFrom(path, cwd, folder, { id });
    const parent = SessionManager.open(path);
    const entries = parent.getEntries();
    const leaf = entries[this.#target % Math.max(1, entries.length)];
    const branched = leaf && parent.createBranchedSession(leaf.id);
    return branched === undefined ? undefined : SessionManager.open(pinSessionId(branched, id));
  }
}
