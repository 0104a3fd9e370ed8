import { readFileSync } from "node:fs";
import { fauxAssistantMessage, fauxProvider, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { ScriptStep } from "./script-step.ts";

/**
 * An extension that brings the model `faux/faux-1` into the real Pi: it answers with the steps of the JSON file that the variable
 * `SCRIPTED_STEPS` names, one after the other.
 */
type Response = Exclude<Parameters<ReturnType<typeof fauxProvider>["setResponses"]>[0][number], { role: string }>;
type Message = Parameters<Response>[0]["messages"][number];

function lastResults(messages: readonly Message[]): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages
    .slice(last + 1)
    .flatMap((message) => (message.role === "toolResult" ? message.content : []))
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n");
}

function filledIn(value: unknown, results: string): unknown {
  if (typeof value !== "object" || value === null || !("$found" in value)) return value;
  const found = new RegExp(String(value.$found), "u").exec(results)?.[1];
  return found ?? `nothing matches ${String(value.$found)}`;
}

function answerOf(step: ScriptStep, messages: readonly Message[]) {
  const results = lastResults(messages);
  if ("text" in step) return fauxAssistantMessage(step.text);
  if ("echo" in step) return fauxAssistantMessage(`RESULT<${results}>`);
  return fauxAssistantMessage(
    step.calls.map(({ name, id, arguments: given }) => {
      const values = Object.entries(given).map(([key, value]) => [key, filledIn(value, results)]);
      return fauxToolCall(name, Object.fromEntries(values), id === undefined ? {} : { id });
    }),
    { stopReason: "toolUse" },
  );
}

/** Steps taken in this process: with every session Pi calls the factory again. */
const taken = globalThis as { scriptedSteps?: number };

export default function scriptedModel(pi: ExtensionAPI): void {
  const faux = fauxProvider();
  const steps = JSON.parse(readFileSync(process.env["SCRIPTED_STEPS"] ?? "", "utf8")) as readonly ScriptStep[];
  const answer: Response = ({ messages }) => {
    const number = taken.scriptedSteps ?? 0;
    taken.scriptedSteps = number + 1;
    return answerOf(steps[number] ?? { text: `The script has no step ${number}.` }, messages);
  };
  faux.setResponses(Array.from({ length: steps.length + 1 }, () => answer));
  pi.registerProvider(faux.provider);
}
