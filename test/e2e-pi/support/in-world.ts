import type { BuiltPackage } from "./built-package.ts";
import { PiWorld } from "./pi-world.ts";

/** Calls `act` in a fresh world, and removes it afterwards, whatever happens. */
export async function inWorld<Result>(
  built: BuiltPackage | undefined,
  act: (world: PiWorld) => Promise<Result>,
): Promise<Result> {
  const world = new PiWorld(built?.folder);
  try {
    return await act(world);
  } finally {
    world.remove();
  }
}
