import { fc } from "@fast-check/vitest";
import { anyText } from "./any-text.ts";

/** One well-formed entry of every kind, with every field that Pi writes. */
const ENTRIES: readonly Record<string, unknown>[] = [
  { type: "message", message: { role: "user", content: "hello" } },
  {
    type: "message",
    message: {
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type: "image", data: "AA==", mimeType: "image/png" },
      ],
    },
  },
  {
    type: "message",
    message: {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "THOUGHT", thinkingSignature: "SIGNATURE" },
        { type: "text", text: "b", textSignature: "SIGNATURE" },
        {
          type: "toolCall",
          id: "c1",
          name: "bash",
          arguments: { command: "ls", edits: [{ oldText: "x" }] },
          thoughtSignature: "SIGNATURE",
          partialJson: "PARTIAL",
        },
      ],
      stopReason: "toolUse",
      errorMessage: "late",
    },
  },
  {
    type: "message",
    message: {
      role: "toolResult",
      toolCallId: "c1",
      toolName: "bash",
      content: [{ type: "text", text: "out" }],
      details: { diff: "DETAIL" },
      nestedCalls: { calls: [{ id: "c1/1", name: "read", arguments: { path: "a" } }], complete: true },
      isError: false,
    },
  },
  {
    type: "message",
    message: {
      role: "bashExecution",
      command: "npx pi-event-recall search x",
      output: "o",
      exitCode: 1,
      cancelled: false,
    },
  },
  { type: "message", message: { role: "custom", customType: "x", content: "c", details: "DETAIL" } },
  { type: "message", message: { role: "hookMessage", customType: "x", content: "c" } },
  { type: "message", message: { role: "system", content: "PROMPT", sections: { tools: "PROMPT" } } },
  {
    type: "compaction",
    summary: "s",
    firstKeptEntryId: "k",
    firstKeptEntryIndex: 2,
    details: { readFiles: ["a"], modifiedFiles: ["b"], more: "DETAIL" },
    systemMessage: { role: "system", content: "PROMPT" },
  },
  { type: "branch_summary", summary: "s", fromId: "k", details: { readFiles: ["a"] } },
  { type: "custom_message", customType: "x", content: [{ type: "text", text: "c" }], details: "DETAIL" },
  { type: "custom", customType: "x", data: { secret: "DATA" } },
  { type: "session_info", name: "n" },
  { type: "label", targetId: "t", label: "l" },
  { type: "context_edit", targetId: "t", replacement: { content: "EDIT" } },
  { type: "model_change", provider: "p", modelId: "m" },
  { type: "usage", kind: "cache_warm", usage: { input: 0 } },
  { type: "session", id: "s", version: 3, cwd: "/w" },
];

/** An entry as Pi writes it. */
export const realEntry: fc.Arbitrary<Record<string, unknown>> = fc
  .constantFrom(...ENTRIES)
  .map((entry) => ({ ...entry, id: "e1", parentId: "e0", timestamp: "2026-01-05T09:00:00.000Z" }));

const anyJson = fc.oneof(
  fc.jsonValue({ noUnicodeString: false }),
  anyText,
  fc.constantFrom("message", "assistant", "toolCall", "text", "thinking", "__proto__", "constructor", "toString"),
  fc.constantFrom<unknown>(null, [], {}, [null], [[]], { type: "text", text: {} }, { type: "toolCall", name: 5 }),
);

/** A real entry in which some places hold any other JSON, are missing, or hold a key that means something to JavaScript. */
export const mutatedEntry: fc.Arbitrary<unknown> = fc
  .tuple(
    realEntry,
    fc.array(fc.tuple(fc.nat(40), anyJson, fc.constantFrom("replace", "remove", "add")), { maxLength: 4 }),
  )
  .map(([entry, mutations]) => {
    const root: { entry: unknown } = { entry: structuredClone(entry) };
    for (const [at, wanted, how] of mutations) {
      // A copy: the same value in two places would make a circle, which no file can hold.
      const value = structuredClone(wanted);
      const places = placesOf(root);
      const [holder, key] = places[at % places.length] ?? [root, "entry"];
      if (how === "replace")
        Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
      else if (how === "remove") Reflect.deleteProperty(holder, key);
      else Object.defineProperty(holder, "__proto__", { value, writable: true, enumerable: true, configurable: true });
    }
    // What a file can hold is what JSON can: holes and the like become null.
    return JSON.parse(JSON.stringify(root)).entry as unknown;
  });

function placesOf(value: unknown): [object, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => {
    const place: [object, string] = [value, key];
    return [place, ...placesOf(held)];
  });
}
