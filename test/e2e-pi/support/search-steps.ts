import type { ScriptedCall, ScriptStep } from "./script-step.ts";

export function searchCall(query: string, rest: Readonly<Record<string, unknown>> = {}): ScriptedCall {
  return { name: "event_search", arguments: { query, ...rest } };
}

export function search(query: string, rest: Readonly<Record<string, unknown>> = {}): ScriptStep {
  return { calls: [searchCall(query, rest)] };
}

export const done: ScriptStep = { text: "Done." };

/** The entries that a search lists, in their order. */
export function hitsOf(text: string): readonly string[] {
  return [...text.matchAll(/^\d+\. session \S+ entry (\S+) /gmu)].map((match) => match[1] ?? "");
}
