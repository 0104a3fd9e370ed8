import { SeededRandom } from "../../src/contract/seeded-random.ts";

/** Words met most often in real sessions, the most frequent first. */
const COMMON =
  "this the const to if new text in error from string and session message return type src for model import is private check mode " +
  "command a null of tool file void result it we path with export packages test async await not let function should as be on you " +
  "that value run name data line add use number undefined true false read write options index update build status content default";
const SYLLABLES =
  "ba be bo ca ce co da de di do fa fe fi ga ge go ha he ho ja jo ka ke ki la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro " +
  "sa se si so ta te ti to va ve vi vo wa we wi xa ya ze zo tion ment ing er ly con pre sub str tra ble cha ph ck st";

/** Words of all sessions together. */
const SIZE = 60_000;

/** Every word by rank: rank 0 is the most frequent. The same list for every seed, so that queries can name ranks. */
export const VOCABULARY: readonly string[] = createVocabulary();

function createVocabulary(): string[] {
  const random = new SeededRandom(20_260_101);
  const syllables = SYLLABLES.split(" ");
  const words = new Set(COMMON.split(" "));
  while (words.size < SIZE) {
    const count = 2 + random.below(3);
    words.add(Array.from({ length: count }, () => random.pick(syllables)).join(""));
  }
  return [...words];
}

/**
 * A rank with probability about 1 / rank (Zipf): evenly spread on a logarithmic scale, so that the first word makes up 6 % of 60,000
 * and most words are rare.
 */
export function drawRank(random: SeededRandom, size: number): number {
  return Math.floor(size ** random.next()) - 1;
}
