import type { SessionManager } from "@earendil-works/pi-coding-agent";
import { piAssistant, piBash, piToolResult, piUsage, piUser } from "./pi-messages.ts";
import type { PiOperation } from "./pi-operation.ts";

type Appending = Exclude<PiOperation, { op: "fork" | "wait" }>;

/** Plays one step on a session, with Pi's own methods. Leaves out a step that has no target or that Pi refuses. */
export function appendToPiSession(session: SessionManager, step: Appending, now: number): void {
  const entries = session.getEntries();
  const targetOf = (number: number): string | undefined => entries[number % entries.length]?.id;

  switch (step.op) {
    case "user":
      session.appendMessage(piUser(step.text, now));
      break;
    case "system":
      session.appendMessage({ role: "system", content: step.text, timestamp: now });
      break;
    case "assistant":
      appendAssistant(session, step, now);
      break;
    case "toolCalls":
      appendToolCalls(session, step, now);
      break;
    case "bash":
      session.appendMessage(
        piBash(step.command, step.output, now, {
          exitCode: step.cancelled === true ? undefined : (step.exitCode ?? 0),
          cancelled: step.cancelled ?? false,
          ...(step.excludeFromContext === undefined ? {} : { excludeFromContext: step.excludeFromContext }),
        }),
      );
      break;
    case "custom":
      session.appendCustomEntry("probe", { data: step.data });
      break;
    case "customMessage":
      session.appendCustomMessageEntry("probe", step.text, true);
      break;
    case "name":
      session.appendSessionInfo(step.name);
      break;
    case "model":
      session.appendModelChange("anthropic", step.modelId);
      break;
    case "thinking":
      session.appendThinkingLevelChange(step.level);
      break;
    case "usage":
      session.appendUsage("cache_warm", "anthropic", "claude-sonnet-4-5", piUsage(0, 0, 50_000));
      break;
    case "compaction":
      appendCompaction(session, step);
      break;
    case "resetLeaf":
      session.resetLeaf();
      break;
    case "branchWithSummary": {
      const target = step.target === null ? null : targetOf(step.target);
      if (target !== undefined) session.branchWithSummary(target, step.summary);
      break;
    }
    default: {
      const target = targetOf(step.target);
      if (target !== undefined) aim(session, step, target);
    }
  }
}

function aim(
  session: SessionManager,
  step: Extract<Appending, { op: "label" | "clearLabel" | "branch" | "contextEdit" }>,
  target: string,
): void {
  switch (step.op) {
    case "label":
      session.appendLabelChange(target, step.label);
      break;
    case "clearLabel":
      session.appendLabelChange(target, undefined);
      break;
    case "branch":
      session.branch(target);
      break;
    case "contextEdit":
      if (isEditable(session, target)) {
        session.appendContextEdit(target, step.replacement === null ? null : { content: step.replacement });
      }
  }
}

/** Pi edits only what contributes content and stands on the present path; it throws otherwise. */
function isEditable(session: SessionManager, target: string): boolean {
  const entry = session.getBranch().find(({ id }) => id === target);
  if (entry?.type === "custom_message") return true;
  return entry?.type === "message" && ["user", "assistant", "toolResult"].includes(entry.message.role);
}

function appendAssistant(session: SessionManager, step: Extract<Appending, { op: "assistant" }>, now: number): void {
  const stopReason = step.stopReason ?? "stop";
  session.appendMessage(
    piAssistant(
      [
        ...(step.thinking === undefined
          ? []
          : [{ type: "thinking" as const, thinking: step.thinking, thinkingSignature: "c2lnbmVk" }]),
        { type: "text", text: step.text },
      ],
      now,
      { stopReason, ...(stopReason === "stop" ? {} : { errorMessage: `The turn ended: ${stopReason}` }) },
    ),
  );
}

function appendToolCalls(session: SessionManager, step: Extract<Appending, { op: "toolCalls" }>, now: number): void {
  const calls = step.calls.map((call, index) => ({ ...call, id: `call_${session.getEntryCount()}_${index}` }));
  session.appendMessage(
    piAssistant(
      calls.map(({ id, name, argument }) => ({ type: "toolCall" as const, id, name, arguments: { argument } })),
      now,
    ),
  );
  for (const { id, name, result, isError } of step.reversed === true ? calls.toReversed() : calls) {
    session.appendMessage(piToolResult(id, name, result, now, { isError: isError ?? false }));
  }
}

function appendCompaction(session: SessionManager, step: Extract<Appending, { op: "compaction" }>): void {
  const path = session.getBranch();
  if (path.length === 0) return;
  const kept = step.keep === null ? null : (path[step.keep % path.length]?.id ?? null);
  session.appendCompaction(step.summary, kept, 50_000, { readFiles: [], modifiedFiles: [] });
}
