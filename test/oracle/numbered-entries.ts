/** An entry of a session file as written. */
export interface NumberedEntry {
  /** Place among the file's lines, from 0, blank and broken ones included. */
  readonly record: number;
  /** Its own id, or `@<record>` where it has none. */
  readonly id: string;
}

/** The lines that Pi's loader takes for entries (`loadEntriesFromFile`), in order, with the numbers of their lines. */
export function numberedEntries(text: string): readonly NumberedEntry[] {
  return text.split("\n").flatMap((line, record) => {
    const entry = parsed(line);
    if (!entry || (entry as { type?: unknown }).type === "session") return [];
    const { id } = entry as { id?: unknown };
    return [{ record, id: typeof id === "string" ? id : `@${record}` }];
  });
}

function parsed(line: string): unknown {
  if (line.trim() === "") return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
