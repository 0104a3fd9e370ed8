import type { WorkspaceResolver } from "../../../ports/workspace-resolver.ts";
import { isPathWithin } from "./path-within.ts";

/** What a session file is judged by. Without a header only its place counts. */
export interface ExclusionCandidate {
  /** Real path of the file. */
  readonly path: string;
  readonly session?: { readonly sessionId: string; readonly cwd?: string } | undefined;
}

/**
 * The sessions that a person keeps out of the history altogether: never indexed, and invisible even where another process has indexed
 * them. A session is excluded by its id, by the place of its file, or by a cwd that equals or lies below an excluded folder.
 * A fork of an excluded session is a session of its own, with its own copies: it stays, unless it is excluded as well.
 */
export class Exclusions {
  readonly #sessionIds: ReadonlySet<string>;
  /** Absolute; a session file can stand here as well. */
  readonly folders: readonly string[];

  constructor({
    sessionIds,
    folders,
  }: { readonly sessionIds: readonly string[]; readonly folders: readonly string[] }) {
    this.#sessionIds = new Set(sessionIds);
    this.folders = folders;
  }

  get isEmpty(): boolean {
    return this.#sessionIds.size === 0 && this.folders.length === 0;
  }

  /** The rule with its folders looked up once, for many candidates. `resolve`: as the resolver's, perhaps with a memory. */
  async rule({ style, resolve }: Pick<WorkspaceResolver, "style" | "resolve">): Promise<ExclusionRule> {
    const spellings = [...new Set([...this.folders, ...(await Promise.all(this.folders.map(resolve)))])];
    const isBelow = (path: string): boolean => spellings.some((folder) => isPathWithin(folder, path, style));
    return async ({ path, session }) => {
      if (spellings.length > 0 && isBelow(path)) return true;
      if (session === undefined) return false;
      if (this.#sessionIds.has(session.sessionId)) return true;
      if (spellings.length === 0 || session.cwd === undefined) return false;
      // As written too: a link that is gone no longer leads to the folder that it was excluded by.
      return isBelow(session.cwd) || isBelow(await resolve(session.cwd));
    };
  }
}

/** True for a session file that is excluded. */
export type ExclusionRule = (candidate: ExclusionCandidate) => Promise<boolean>;
