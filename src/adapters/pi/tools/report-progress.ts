import type { AgentToolUpdateCallback } from "@earendil-works/pi-coding-agent";
import type { SyncProgress } from "../../../ports/progress.ts";
import { describeProgress } from "../rendering/describe-progress.ts";
import type { ProgressDetails } from "./tool-details.ts";

/** Milliseconds between two partial results: more often nobody can read. */
const INTERVAL_MS = 250;

/**
 * Makes partial results of a sync's progress: at once, then at most four a second, and only where the line changes.
 * `now`: milliseconds of any clock that does not run backwards.
 */
export function reportProgress(
  onUpdate: AgentToolUpdateCallback<ProgressDetails>,
  now: () => number = () => performance.now(),
): (progress: SyncProgress) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastLine = "";
  return (progress) => {
    const line = describeProgress(progress);
    if (line === lastLine || now() - lastAt < INTERVAL_MS) return;
    lastAt = now();
    lastLine = line;
    const { files, filesDone, bytes, bytesDone } = progress;
    onUpdate({
      content: [{ type: "text", text: line }],
      details: { progress: { files, filesDone, bytes, bytesDone } },
    });
  };
}
