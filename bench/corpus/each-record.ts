/** The parsed lines of a session file with their numbers, the header being 0. For files without bad lines. */
export function* eachRecord(content: string): Generator<{ readonly position: number; readonly record: unknown }> {
  let position = 0;
  for (const line of content.split("\n")) {
    if (line !== "") yield { position, record: JSON.parse(line) as unknown };
    position++;
  }
}
