import { describe, expect, test } from "vitest";
import { createGitInventory } from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import type { RepositoryInventory } from "../../../../src/ports/repository-inventory.ts";
import { user } from "../../../support/session-file.ts";
import { inPreparedWorld, track } from "./prepared-world.ts";

describe("a cancelled preparation", () => {
  const real = createGitInventory();
  test.each<[string, (stop: () => void) => Partial<RepositoryInventory>]>([
    ["before the top is found", (stop) => ({ top: (...ask) => (stop(), real.top(...ask)) })],
    ["before the index is listed", (stop) => ({ entries: (...ask) => (stop(), real.entries(...ask)) })],
    ["before manifests are read", (stop) => ({ texts: (...ask) => (stop(), real.texts(...ask)) })],
    ["while the inventory fails", (stop) => ({ entries: () => (stop(), Promise.reject(new Error("something else"))) })],
    [
      "when the inventory is there",
      (stop) => ({
        texts: async (...ask) => {
          const texts = await real.texts(...ask);
          stop();
          return texts;
        },
      }),
    ],
  ])("aborts the call, %s, whatever the scope", async (_, stopping) => {
    for (const scope of ["repository", "all"] as const) {
      const controller = new AbortController();
      const inventory = { ...real, ...stopping(() => controller.abort()) };
      await inPreparedWorld(
        async (world) => {
          world.session({ id: "s", entries: [user("hello")] });
          track(world.repo, "package.json", '{"scripts":{"test":"vitest"}}');
          const call = world.history.recallPrepare({ scope }, world.caller, { signal: controller.signal });
          await expect(call).rejects.toMatchObject({ code: "Cancelled" });
        },
        { parts: { inventory } },
      );
    }
  });
});
