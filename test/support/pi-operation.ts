/** The kinds of Pi forks: `--fork` and `forkFrom`; `/fork` and `/clone`; `newSession({parentSession})`, which copies nothing. */
export type PiForkKind = "forkFrom" | "createBranchedSession" | "newSession";

/**
 * One step of a script for `buildPiSession`. Targets are numbers of entries in append order, from 0, taken modulo the number of
 * entries; a step whose precondition does not hold (no entry yet, a target that Pi refuses) is left out.
 */
export type PiOperation =
  | { readonly op: "user"; readonly text: string }
  | { readonly op: "system"; readonly text: string }
  | {
      readonly op: "assistant";
      readonly text: string;
      readonly thinking?: string;
      readonly stopReason?: "stop" | "error" | "aborted";
    }
  /** One assistant turn with parallel calls, and their results. */
  | {
      readonly op: "toolCalls";
      readonly calls: readonly {
        readonly name: string;
        readonly argument: string;
        readonly result: string;
        readonly isError?: boolean;
      }[];
      /** Append the results in reverse order. */
      readonly reversed?: boolean;
    }
  | {
      readonly op: "bash";
      readonly command: string;
      readonly output: string;
      readonly exitCode?: number;
      readonly cancelled?: boolean;
      readonly excludeFromContext?: boolean;
    }
  | { readonly op: "custom"; readonly data: string }
  | { readonly op: "customMessage"; readonly text: string }
  | { readonly op: "label"; readonly target: number; readonly label: string }
  | { readonly op: "clearLabel"; readonly target: number }
  | { readonly op: "name"; readonly name: string }
  | { readonly op: "model"; readonly modelId: string }
  | { readonly op: "thinking"; readonly level: string }
  | { readonly op: "usage" }
  /** `replacement: null` omits the target from the context. */
  | { readonly op: "contextEdit"; readonly target: number; readonly replacement: string | null }
  /** `keep: null` keeps nothing. Else the number of an entry on the present path, modulo the path's length. */
  | { readonly op: "compaction"; readonly summary: string; readonly keep: number | null }
  | { readonly op: "branch"; readonly target: number }
  /** `target: null` begins a new root. */
  | { readonly op: "branchWithSummary"; readonly target: number | null; readonly summary: string }
  | { readonly op: "resetLeaf" }
  /** Moves the clock, backwards too. Every other step moves it by one second. */
  | { readonly op: "wait"; readonly milliseconds: number }
  /** Forks the session as its file stands, and plays `script` in the fork. `target` counts for `createBranchedSession` only. */
  | {
      readonly op: "fork";
      readonly kind: PiForkKind;
      readonly target: number;
      readonly script: readonly PiOperation[];
    };
