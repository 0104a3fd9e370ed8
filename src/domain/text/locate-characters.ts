import { joinsBefore } from "./joins-before.ts";
import { spellCharacters } from "./trigrams.ts";

/** The spelling of a text, and which code units of the text each of its code units was read from. */
export interface LocatedSpelling {
  readonly spelled: string;
  /** By code unit of `spelled`: where in the text the characters begin that it stands for, and where they end. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const SPACE = spellCharacters(" ");
const ASCII = Array.from({ length: 128 }, (_, code) => spellCharacters(String.fromCharCode(code)));

/**
 * `spellCharacters(text)` with the place of every code unit in the text. The text is taken group by group: a group starts at a character
 * that cannot compose with the one before. Cost: linear.
 */
export function locateCharacters(text: string): LocatedSpelling {
  let spelled = "";
  // Compatibility forms can be longer than what they stand for.
  let starts = new Uint32Array(text.length + 32);
  let ends = new Uint32Array(text.length + 32);
  let units = 0;
  let endsInSpace = false;
  const add = (group: string, start: number): void => {
    const end = start + group.length;
    let spelling = (group.length === 1 && ASCII[group.charCodeAt(0)]) || spellCharacters(group);
    if (endsInSpace && spelling.startsWith(SPACE)) {
      ends[units - 1] = end;
      spelling = spelling.slice(SPACE.length);
    }
    if (spelling === "") return;
    endsInSpace = spelling.endsWith(SPACE);
    if (units + spelling.length > starts.length) {
      starts = grown(starts, spelling.length);
      ends = grown(ends, spelling.length);
    }
    starts.fill(start, units, units + spelling.length);
    ends.fill(end, units, units + spelling.length);
    units += spelling.length;
    spelled += spelling;
  };
  let groupStart = 0;
  let at = 0;
  for (const character of text) {
    if (at > groupStart && !joinsBefore(character)) {
      add(text.slice(groupStart, at), groupStart);
      groupStart = at;
    }
    at += character.length;
  }
  if (at > groupStart) add(text.slice(groupStart, at), groupStart);
  return { spelled, starts: starts.subarray(0, units), ends: ends.subarray(0, units) };
}

function grown(places: Uint32Array, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(places.length * 2 + atLeast);
  larger.set(places);
  return larger;
}
