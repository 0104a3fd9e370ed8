import type { RecallTranscript } from "../../model/recall.ts";
import { validateId } from "../../query/validate-request.ts";
import type { SyncOutcome } from "../coverage-of.ts";
import type { CallOptions, Caller, RecallReadRequest, RecallScrollRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { assembleTranscript, type Shown } from "./assemble-transcript.ts";
import { clampCount } from "./clamp-count.ts";
import type { Branch } from "./select-branch.ts";

/** Messages of a large session that a read shows of its beginning and of its end. */
const HEAD_MESSAGES = 20;
const TAIL_MESSAGES = 10;

/** Messages on each side of the anchor of a scroll. */
const WINDOW = { from: 1, to: 20, byDefault: 5 };

/**
 * The messages of a session's selected branch; of more than 30 the first 20 and the last 10. Errors: `InvalidRequest`, `NotFound`,
 * `SourceChanged`, `Cancelled`. Cost: the session's rows, and at most 30 records.
 */
export async function readTranscript(
  { sessionId }: RecallReadRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions = {},
): Promise<RecallTranscript> {
  return assembleTranscript({ mode: "read", sessionId, select: headAndTail }, caller, parts, outcome, options);
}

function headAndTail({ messages: { length } }: Branch): Shown {
  if (length <= HEAD_MESSAGES + TAIL_MESSAGES) return { ranges: [[0, length]] };
  return {
    ranges: [
      [0, HEAD_MESSAGES],
      [length - TAIL_MESSAGES, length],
    ],
  };
}

/**
 * The messages around one of them: `window` on each side (5, cut to 1 to 20), on the branch that ends at `branchTip`, else on the selected
 * one, else on the message's own. An entry that is no message stands for the message before it. Errors: as `readTranscript`. Cost: the
 * session's rows, and at most 41 records.
 */
export async function scrollTranscript(
  request: RecallScrollRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions = {},
): Promise<RecallTranscript> {
  const { sessionId } = request;
  const window = clampCount("window", request.window, WINDOW);
  const anchor = validateId("aroundMessageId", request.aroundMessageId);
  const tip = request.branchTip === undefined ? undefined : validateId("branchTip", request.branchTip);
  const select = ({ messages, anchor: place = 0 }: Branch): Shown => {
    const center = Math.max(
      0,
      messages.findLastIndex((message) => message <= place),
    );
    const from = Math.max(0, center - window);
    const to = Math.min(messages.length, center + window + 1);
    return { ranges: [[from, to]], around: { before: from, after: messages.length - to } };
  };
  return assembleTranscript({ mode: "scroll", sessionId, anchor, tip, select }, caller, parts, outcome, options);
}
