/**
 * The JSON text of a value, as `JSON.stringify` writes it, however deeply it is nested; empty for what JSON cannot express.
 * Never throws. Cost: linear.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (error) {
    // `JSON.parse` reads any depth, `JSON.stringify` recurses and runs out of stack.
    return error instanceof RangeError ? writeWithoutRecursion(value) : "";
  }
}

interface Step {
  readonly value?: unknown;
  /** Written as it is. */
  readonly literal?: string;
}

function writeWithoutRecursion(root: unknown): string {
  const written: string[] = [];
  const steps: Step[] = [{ value: root }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { value, literal } = step;
    if (literal !== undefined) written.push(literal);
    else if (Array.isArray(value))
      schedule(
        steps,
        "[",
        "]",
        value.map((item) => ["", item]),
      );
    else if (typeof value !== "object" || value === null) written.push(JSON.stringify(value) ?? "null");
    else
      schedule(
        steps,
        "{",
        "}",
        Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}:`, item]),
      );
  }
  return written.join("");
}

/** Puts the parts of one array or object on the stack, the last to be written first. */
function schedule(steps: Step[], open: string, close: string, items: readonly (readonly [string, unknown])[]): void {
  steps.push({ literal: close });
  for (const [index, [prefix, value]] of [...items.entries()].toReversed()) {
    steps.push({ value }, { literal: `${index > 0 ? "," : ""}${prefix}` });
  }
  steps.push({ literal: open });
}
