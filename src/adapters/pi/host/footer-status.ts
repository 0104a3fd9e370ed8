import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { SyncProgress } from "../../../ports/progress.ts";
import { describeProgress } from "../rendering/describe-progress.ts";
import type { SyncQueue } from "./sync-queue.ts";

/** Key of the footer's slot. */
export const SLOT = "pi-event-recall";
/** Milliseconds of work from which it is worth a line. */
const QUIET_MS = 300;

/** Shows in Pi's footer how far a long sync is, until it has ended. The returned function clears the footer and stops. Never throws. */
export function showIndexing(context: ExtensionContext, syncs: SyncQueue): () => void {
  let began: number | undefined;
  let shown: string | undefined;
  const show = (text: string | undefined): void => {
    if (text === shown) return;
    shown = text;
    try {
      context.ui.setStatus(SLOT, text);
    } catch {
      // The session has been replaced: its footer is gone.
    }
  };
  const unfollow = syncs.follow((progress: SyncProgress | undefined) => {
    if (progress === undefined) {
      began = undefined;
      show(undefined);
      return;
    }
    began ??= performance.now();
    if (performance.now() - began >= QUIET_MS) show(describeProgress(progress));
  });
  return () => {
    unfollow();
    show(undefined);
  };
}
