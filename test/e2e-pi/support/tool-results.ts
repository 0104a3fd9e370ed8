import { linesOf } from "./pi-world.ts";

export interface ToolAnswer {
  readonly toolName: string;
  readonly isError: boolean;
  readonly text: string;
}

/** What tools answered in a session, in the order of its file. */
export function toolResultsOf(file: string): readonly ToolAnswer[] {
  return linesOf(file).flatMap(({ message }) => {
    const { role, toolName, isError, content } = (message ?? {}) as {
      role?: string;
      toolName?: string;
      isError?: boolean;
      content?: readonly { text?: string }[];
    };
    if (role !== "toolResult" || toolName === undefined) return [];
    return [{ toolName, isError: isError === true, text: (content ?? []).map(({ text }) => text ?? "").join("\n") }];
  });
}
