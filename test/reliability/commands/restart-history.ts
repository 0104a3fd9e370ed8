import type { fc } from "@fast-check/vitest";
import { openOnDisk } from "../open-on-disk.ts";
import type { Model, World } from "../world.ts";

/** One of the processes ends and begins again on the same index file. */
export class RestartHistory implements fc.AsyncCommand<Model, World> {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  check(): boolean {
    return true;
  }

  async run(_model: Model, world: World): Promise<void> {
    const at = this.#number % world.histories.length;
    world.figures.restarts++;
    await world.histories[at]?.history.close();
    world.histories[at] = await openOnDisk(world);
  }

  toString(): string {
    return `RestartHistory(${this.#number})`;
  }
}
