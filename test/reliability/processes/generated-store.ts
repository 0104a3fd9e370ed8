import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assistant, sessionText, user } from "../../support/session-file.ts";

/** In a third of all entries. */
export const WORD = "needle";

/** Writes sessions of `entries` messages of about `words` words each, the first of them `factor` times as long. */
export function generateStore(
  sessions: string,
  { count, entries, words, factor = 1 }: { count: number; entries: number; words: number; factor?: number },
): void {
  mkdirSync(sessions, { recursive: true });
  for (let at = 0; at < count; at++) writeSession(sessions, at, entries * (at === 0 ? factor : 1), words);
}

function writeSession(sessions: string, at: number, entries: number, words: number): void {
  const lines = Array.from({ length: entries }, (_, number) => {
    const text = textOf(at, number, words);
    return number % 2 === 0 ? user(text) : assistant(text);
  });
  writeFileSync(join(sessions, `s${at}.jsonl`), sessionText({ id: `s${at}`, entries: lines }));
}

function textOf(session: number, entry: number, words: number): string {
  const filler = Array.from({ length: words }, (_, at) => `w${(session * 7919 + entry * 104_729 + at * 31) % 20_011}`);
  return `${filler.join(" ")} ${entry % 3 === 0 ? WORD : "hay"} ${session}`;
}

/** Changes a store in every way that a sync has to see: appends, touches, rewrites, a new and a deleted file. */
export function changeStore(sessions: string, round: number): void {
  const names = readdirSync(sessions).toSorted();
  for (const [at, name] of names.entries()) {
    const path = join(sessions, name);
    const content = readFileSync(path, "utf8");
    if ((at + round) % 4 === 0) {
      const parentId = (JSON.parse(content.trimEnd().split("\n").at(-1) ?? "{}") as { id?: string }).id ?? null;
      const timestamp = "2026-02-01T00:00:00.000Z";
      const entry = { ...user(`${WORD} appended ${round}`), id: `r${round}`, parentId, timestamp };
      appendFileSync(path, `${JSON.stringify(entry)}\n`);
    } else if ((at + round) % 4 === 1) writeFileSync(path, content);
    else if ((at + round) % 4 === 2) writeFileSync(path, content.replace("hay", round % 2 === 0 ? WORD : "hayhay"));
  }
  const [, second] = names;
  if (second !== undefined) rmSync(join(sessions, second));
  writeSession(sessions, 1_000 + round, 40, 20);
}

/** Every entry that holds the word, as `<sessionId> <entryId>`, read in the plainest way. */
export function entriesWithWord(sessions: string): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(sessions)) {
    const [header, ...lines] = readFileSync(join(sessions, name), "utf8").trimEnd().split("\n");
    const { id: sessionId } = JSON.parse(header ?? "") as { id: string };
    for (const line of lines) {
      if (!new RegExp(`\\b${WORD}\\b`).test(line)) continue;
      found.add(`${sessionId} ${(JSON.parse(line) as { id: string }).id}`);
    }
  }
  return found;
}
