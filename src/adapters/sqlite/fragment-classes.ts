import { FRAGMENT_KINDS } from "../../domain/model/vocabulary.ts";
import type { FragmentRecord } from "../../ports/event-record.ts";
import type { Connection } from "./connection.ts";
import { restoreText, storeText } from "./stored-text.ts";

export type FragmentClass = Omit<FragmentRecord, "ordinal">;

/** Stands for an ordinal that the event does not have. */
const NO_FRAGMENT = " ";
const FIRST_CODE = 33;
const SURROGATES = [0xd800, 0xdfff] as const;

/** The combinations of kind, tool and flags that fragments have, each with the code point that stands for it in `event.fragments`. */
export class FragmentClasses {
  readonly #connection: Connection;
  readonly #codes = new Map<string, string>();
  readonly #classes = new Map<string, FragmentClass>();
  #highest = FIRST_CODE - 1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** One code point per ordinal. New classes are added to the index: call inside a write transaction. */
  encode(fragments: readonly FragmentRecord[]): string {
    let encoded = "";
    for (const [at, fragment] of fragments.entries()) {
      if (fragment.ordinal !== at) return this.#encodeSparse(fragments);
      encoded += this.#codeOf(fragment);
    }
    return encoded;
  }

  decode(encoded: string): FragmentRecord[] {
    const fragments: FragmentRecord[] = [];
    let ordinal = 0;
    for (const code of encoded) {
      if (code !== NO_FRAGMENT) fragments.push({ ordinal, ...this.#classOf(code) });
      ordinal++;
    }
    return fragments;
  }

  /** Codes of the classes that pass, as one text. Call inside a transaction. */
  codesOf(passes: (fragment: FragmentClass) => boolean): string {
    this.#load();
    let codes = "";
    for (const [code, fragment] of this.#classes) if (passes(fragment)) codes += code;
    return codes;
  }

  /** Forgets what a rolled-back transaction may have added. */
  forget(): void {
    this.#codes.clear();
    this.#classes.clear();
    this.#highest = FIRST_CODE - 1;
  }

  #encodeSparse(fragments: readonly FragmentRecord[]): string {
    const codes: string[] = [];
    for (const fragment of fragments) codes[fragment.ordinal] = this.#codeOf(fragment);
    return Array.from(codes, (code) => code ?? NO_FRAGMENT).join("");
  }

  #codeOf(fragment: FragmentClass): string {
    const identity = identify(fragment);
    let code = this.#codes.get(identity);
    if (code === undefined) {
      this.#load();
      code = this.#codes.get(identity) ?? this.#add(fragment);
    }
    return code;
  }

  #classOf(code: string): FragmentClass {
    if (!this.#classes.has(code)) this.#load();
    return this.#classes.get(code) ?? { kind: "custom.message" };
  }

  #add(fragment: FragmentClass): string {
    let code = this.#highest + 1;
    if (code === SURROGATES[0]) code = SURROGATES[1] + 1;
    this.#connection
      .command("INSERT INTO fragment_class (code, kind, tool, flags) VALUES (?, ?, ?, ?)")
      .run(code, FRAGMENT_KINDS.indexOf(fragment.kind), encodeTool(fragment), encodeFlags(fragment));
    this.#remember(code, fragment);
    return String.fromCodePoint(code);
  }

  #load(): void {
    const rows = this.#connection
      .statement("SELECT code, kind, tool, flags FROM fragment_class WHERE code > ? ORDER BY code")
      .all(this.#highest) as [number, number, string | null, number][];
    // A class without a kind has been forgotten: its code is never given again.
    for (const [code, kind, tool, flags] of rows) {
      if (kind < 0) this.#highest = code;
      else this.#remember(code, decodeClass(kind, tool, flags));
    }
  }

  #remember(code: number, { kind, toolName, isError, isOwnCall }: FragmentClass): void {
    const fragment = {
      kind,
      ...(toolName === undefined ? {} : { toolName }),
      ...(isError === undefined ? {} : { isError }),
      ...(isOwnCall === undefined ? {} : { isOwnCall }),
    };
    this.#codes.set(identify(fragment), String.fromCodePoint(code));
    this.#classes.set(String.fromCodePoint(code), fragment);
    this.#highest = code;
  }
}

function identify(fragment: FragmentClass): string {
  return `${encodeFlags(fragment)} ${fragment.kind}${fragment.toolName === undefined ? "" : ` ${fragment.toolName}`}`;
}

function encodeTool({ toolName }: FragmentClass): string | null {
  return toolName === undefined ? null : storeText(toolName);
}

/** Two base-3 digits: absent, false or true. */
function encodeFlags({ isError, isOwnCall }: FragmentClass): number {
  return encodeFlag(isError) + 3 * encodeFlag(isOwnCall);
}

function encodeFlag(flag: boolean | undefined): number {
  if (flag === undefined) return 0;
  return flag ? 2 : 1;
}

function decodeClass(kind: number, tool: string | null, flags: number): FragmentClass {
  return {
    kind: FRAGMENT_KINDS[kind] ?? "custom.message",
    ...(tool === null ? {} : { toolName: restoreText(tool) }),
    ...(flags % 3 === 0 ? {} : { isError: flags % 3 === 2 }),
    ...(flags < 3 ? {} : { isOwnCall: flags >= 6 }),
  };
}
