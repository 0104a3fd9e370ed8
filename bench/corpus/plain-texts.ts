/** The parts of a generated record that hold text. */
interface PlainRecord {
  readonly summary?: string;
  readonly name?: string;
  readonly message?: {
    readonly content: readonly {
      readonly type: string;
      readonly text?: string;
      readonly name?: string;
      readonly arguments?: Readonly<Record<string, unknown>>;
    }[];
  };
}

/**
 * The searchable texts of a record, read in the plainest way that works for generated sessions: what a bare index would be fed, and
 * what the index is checked against. In the order of the event's fragments.
 */
export function plainTexts(record: unknown): string[] {
  const { message, summary, name } = record as PlainRecord;
  if (message === undefined) return [summary ?? name].filter((text) => text !== undefined);
  const texts: string[] = [];
  for (const block of message.content) {
    if (block.type === "text") texts.push(block.text ?? "");
    else if (block.type === "toolCall") {
      let text = block.name ?? "";
      for (const [key, value] of Object.entries(block.arguments ?? {})) text += `\n${key}: ${value}`;
      texts.push(text);
    }
  }
  return texts;
}

/** Searchable texts in JSON lines. */
export function countFragments(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + plainTexts(JSON.parse(line)).length, 0);
}
