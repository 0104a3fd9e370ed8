import type { SeededRandom } from "../../src/contract/seeded-random.ts";
import type { SessionWords } from "./session-words.ts";

/** How words follow each other: share of identifiers, words per line, deepest indentation in steps of two. */
interface Layout {
  readonly identifiers: number;
  readonly wordsPerLine: number;
  readonly indentation: number;
}

const PROSE: Layout = { identifiers: 0.06, wordsPerLine: 14, indentation: 0 };
const CODE: Layout = { identifiers: 0.4, wordsPerLine: 5, indentation: 6 };
const LISTING: Layout = { identifiers: 0.8, wordsPerLine: 2, indentation: 1 };

const SEPARATORS = [" ", " ", " ", " ", " ", ", ", ": ", " = ", " (", ") ", '"', "; ", ".", "/", "-"];
const SIGNS = ["—", "→", "✓", "“", "”", "’", "…", "│", "├──", "─────", "•", "≥", "é", "×", "°"];
const ACCENTED = ["café", "naïve", "über", "größe", "año", "façade", "première", "señal", "œuvre", "Zürich", "résumé"];
const CYRILLIC = ["ошибка", "файл", "строка", "запрос", "сессия", "проверка", "индекс", "поиск", "время", "ключ"];
const EMOJI = ["🚀", "✅", "👩‍💻", "⚠️", "🎉", "🇩🇪", "👍🏽"];

/**
 * Text of exactly `length` code units (a cut pair less), as sessions hold it: prose, code or listings, about 37 % of the texts with
 * something outside ASCII, the longer the likelier.
 */
export function writeText(random: SeededRandom, words: SessionWords, length: number, kind: "prose" | "output"): string {
  const layout = kind === "prose" ? PROSE : random.next() < 0.75 ? CODE : LISTING;
  const drawForeign = isPlain(random, length) ? undefined : drawForeignWriter(random);
  // One in a thousand characters or so, and at least one in any text that is not plain.
  let untilForeign = drawForeign ? random.below(Math.min(12, 1 + length / 12)) : Number.POSITIVE_INFINITY;
  const pieces: string[] = [];
  let written = 0;
  let onLine = 0;
  while (written < length) {
    let piece: string;
    if (untilForeign-- <= 0 && drawForeign) {
      piece = `${drawForeign()} `;
      untilForeign = 4 + random.below(60);
    } else {
      piece = random.next() < layout.identifiers ? words.drawIdentifier() : words.draw();
      piece += SEPARATORS[random.below(SEPARATORS.length)] as string;
    }
    if (++onLine > layout.wordsPerLine && random.next() < 0.4) {
      piece += `\n${"  ".repeat(random.below(layout.indentation + 1))}`;
      onLine = 0;
    }
    pieces.push(piece);
    written += piece.length;
  }
  return withoutCutPair(pieces.join("").slice(0, length));
}

function isPlain(random: SeededRandom, length: number): boolean {
  return random.next() >= Math.min(0.85, Math.max(0.08, 0.19 * Math.log10(length) - 0.08));
}

/** What stands outside ASCII in one text: mostly typographic signs, sometimes another language. */
function drawForeignWriter(random: SeededRandom): () => string {
  const share = random.next();
  if (share < 0.7) return () => random.pick(SIGNS);
  if (share < 0.8) return () => random.pick(ACCENTED);
  if (share < 0.85) return () => random.pick(CYRILLIC);
  if (share < 0.9) return () => random.pick(EMOJI);
  return () => drawHan(random);
}

/** A few ideographs, frequent ones first. */
function drawHan(random: SeededRandom): string {
  let word = "";
  for (let left = 2 + random.below(8); left > 0; left--) {
    word += String.fromCodePoint(0x4e00 + Math.floor(3_000 ** random.next()));
  }
  return word;
}

function withoutCutPair(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
