import type { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { CALLER, contentOf, freshContent } from "../index-content.ts";
import type { OpenedIndex } from "../open-on-disk.ts";
import type { Model, World } from "../world.ts";

const QUERIES = ["retry", "budget"];

/** A sync that is cancelled after some reports of its progress. Only a sync that got to its end may call the index complete. */
export class CancelSync implements fc.AsyncCommand<Model, World> {
  readonly #reports: number;

  constructor(reports: number) {
    this.#reports = reports;
  }

  check(): boolean {
    return true;
  }

  async run(_model: Model, world: World): Promise<void> {
    const [opened] = world.histories;
    if (!opened) return;
    const cancelling = new AbortController();
    let left = this.#reports;
    const onProgress = (): void => {
      if (left-- === 0) cancelling.abort();
    };
    const failure = await opened.history.sync(CALLER, { signal: cancelling.signal, onProgress }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure !== undefined) world.figures.cancelled++;
    await expectHonesty(failure, opened, world);
  }

  toString(): string {
    return `CancelSync(${this.#reports})`;
  }
}

async function expectHonesty(failure: unknown, opened: OpenedIndex, world: World): Promise<void> {
  if (failure !== undefined) expect(failure).toMatchObject({ code: "Cancelled" });
  const { coverage } = await opened.history.status(CALLER);
  if (coverage.state === "catching-up") return;
  expect(await contentOf(opened, QUERIES)).toEqual(await freshContent(world.sessions, QUERIES));
}
