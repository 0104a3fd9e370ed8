import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { fc } from "@fast-check/vitest";
import type { Model, World } from "../world.ts";

/** Brings the file back that was deleted last, under its old name: as a new file with its old bytes. */
export class RestoreFile implements fc.AsyncCommand<Model, World> {
  check(model: Readonly<Model>): boolean {
    return model.trash.length > 0;
  }

  async run(model: Model, world: World): Promise<void> {
    const { name, content } = model.trash.pop() as Model["trash"][number];
    world.figures.commands++;
    const path = join(world.sessions, name);
    if (existsSync(path)) return;
    writeFileSync(path, content);
    model.files.push({ name });
  }

  toString(): string {
    return "RestoreFile()";
  }
}
