import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { drawSize, type QuantileCurve } from "./quantile-curve.ts";
import { SessionWords } from "./session-words.ts";

/** Code points of what people and models say, as in real sessions, the rare very long ones left out. */
const SIZES: QuantileCurve = [
  [0, 4],
  [0.5, 280],
  [0.9, 1_300],
  [0.99, 5_000],
  [1, 20_000],
];
const MESSAGES_PER_SESSION = 100;
/** Words that half of what is said consists of, in any language: they decide how often trigrams repeat (2.2 times per message in real prose). */
const COMMON_WORDS = (
  "the to and of a in is that it for on this with be are as not if or can we you was will from have has an at but so by when then which do all " +
  "there should would now need only also because where what how more before after them its they into than no"
).split(" ");
const COMMON = 0.52;
const IDENTIFIERS = 0.04;
const ENDINGS = [". ", ", ", ".\n", ": ", "; ", " (", ") "];
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** Writes sessions of nothing but messages, people's and models' in turn. Answers with the UTF-8 bytes of their texts. */
export function writeConversations(
  directory: string,
  { messages, seed }: { readonly messages: number; readonly seed: number },
): { readonly textBytes: number; readonly files: number } {
  const random = new SeededRandom(seed);
  mkdirSync(directory, { recursive: true });
  let textBytes = 0;
  let files = 0;
  for (let left = messages; left > 0; left -= MESSAGES_PER_SESSION) {
    const words = new SessionWords(random);
    const startedAt = FIRST_DAY + files++ * 600_000;
    const id = `00000000-0000-7000-9000-${String(files).padStart(12, "0")}`;
    const header = { type: "session", version: 3, id, timestamp: new Date(startedAt).toISOString(), cwd: "/home/ada" };
    const lines = [JSON.stringify(header)];
    for (let at = 0; at < Math.min(left, MESSAGES_PER_SESSION); at++) {
      const text = writeSentences(random, words, drawSize(random, SIZES));
      textBytes += Buffer.byteLength(text);
      const role = at % 2 === 0 ? "user" : "assistant";
      lines.push(
        JSON.stringify({
          type: "message",
          id: `e${at + 1}`,
          parentId: at === 0 ? null : `e${at}`,
          timestamp: new Date(startedAt + at * 5_000).toISOString(),
          message: { role, content: [{ type: "text", text }] },
        }),
      );
    }
    writeFileSync(join(directory, `${files}_${id}.jsonl`), `${lines.join("\n")}\n`);
  }
  return { textBytes, files };
}

function writeSentences(random: SeededRandom, words: SessionWords, length: number): string {
  let text = "";
  while (text.length < length) {
    const share = random.next();
    // Early words far more often than late ones.
    if (share < COMMON) text += COMMON_WORDS[Math.floor(COMMON_WORDS.length ** random.next()) - 1] as string;
    else text += share > 1 - IDENTIFIERS ? words.drawIdentifier() : words.draw();
    text += random.next() < 0.88 ? " " : random.pick(ENDINGS);
  }
  return text.slice(0, length);
}
