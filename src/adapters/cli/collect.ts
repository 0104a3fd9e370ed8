/** An option's parser that gathers the values of a repeatable option in order. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
