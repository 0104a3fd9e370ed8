import type { BuiltPackage } from "./built-package.ts";
import { PiWorld } from "./pi-world.ts";

/** Calls `act` in a fresh world, and removes it afterwards, whatever happens. `parent`: where it lies, by default with temporary files. */
export async function inWorld<Result>(
  built: BuiltPackage | undefined,
  act: (world: PiWorld) => Promise<Result>,
  parent?: string,
): Promise<Result> {
  const world = new PiWorld(built?.folder, parent);
  try {
    return await act(world);
  } finally {
    world.remove();
  }
}
