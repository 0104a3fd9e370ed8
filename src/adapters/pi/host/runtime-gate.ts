/** Versions of the running program: `process.versions`. */
export interface RuntimeVersions {
  readonly node: string;
  readonly bun?: string | undefined;
}

/**
 * Why the history cannot run here; undefined where it can. The SQLite library ends a Node.js older than 22.19 with a segmentation fault,
 * which nothing catches, so this is asked before a worker is started. Bun names the Node.js version that it stands in for.
 */
export function refusalOf({ node, bun }: RuntimeVersions): string | undefined {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return undefined;
  const found = bun === undefined ? `this is Node.js ${node}` : `this is Bun ${bun}, which stands for Node.js ${node}`;
  return `pi-event-recall needs Node.js 22.19 or later and ${found}: its tools are off. Update it and start Pi again.`;
}
