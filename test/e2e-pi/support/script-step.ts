/** One answer of the scripted model. */
export type ScriptStep =
  | { readonly text: string }
  /** Says the text of the last tool results, between `RESULT<` and `>`. */
  | { readonly echo: true }
  | { readonly calls: readonly ScriptedCall[] };

export interface ScriptedCall {
  readonly name: string;
  readonly id?: string;
  /** A value `{ "$found": "<regular expression>" }` takes the first group of its first match in the last tool results. */
  readonly arguments: Readonly<Record<string, unknown>>;
}
