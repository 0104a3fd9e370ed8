/** One node of a drawn tree. */
export interface TreeItem {
  /** Its rows, each at most `columns` cells. */
  readonly print: (columns: number) => readonly string[];
  readonly children: readonly TreeItem[];
}

/** Below this many cells a deeper level is drawn at the same indent, so that a long chain stays readable. */
const NARROWEST = 28;

/** Draws trees with box characters, parents above children. Cost: linear; any depth. */
export function drawTree(roots: readonly TreeItem[], columns: number): string[] {
  const rows: string[] = [];
  const open = roots.map((item) => ({ item, first: "", rest: "" })).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, first, rest } = next;
    const below = item.children.length > 0 ? "│ " : "  ";
    for (const [at, row] of item.print(columns - first.length - 2).entries()) {
      rows.push(at === 0 ? first + row : (rest + below + row).trimEnd());
    }
    const isDeepest = columns - rest.length - 3 < NARROWEST;
    const children = item.children.map((child, at) => {
      const isLast = at === item.children.length - 1;
      const indent = isDeepest ? rest : rest + (isLast ? "   " : "│  ");
      return { item: child, first: `${rest}${isLast ? "└─ " : "├─ "}`, rest: indent };
    });
    open.push(...children.toReversed());
  }
  return rows;
}
