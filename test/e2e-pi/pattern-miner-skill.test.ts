import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { linesOf, PiWorld } from "./support/pi-world.ts";
import { done } from "./support/search-steps.ts";
import { toolResultsOf } from "./support/tool-results.ts";

/** The skill of the package, in a real Pi: called by a person, and silent otherwise. */

let built: BuiltPackage;
let world: PiWorld;
beforeAll(async () => {
  built = await buildPackage();
  world = new PiWorld(built.folder);
});
afterAll(() => {
  world.remove();
  built.remove();
});

const textOf = (role: string, file = world.sessionFiles().at(-1) ?? ""): string =>
  linesOf(file)
    .filter(({ message }) => (message as { role?: string } | undefined)?.role === role)
    .map(({ message }) => JSON.stringify(message))
    .join("\n");

describe("the pattern miner", () => {
  test("is what `/skill:pi-session-pattern-miner` hands to the model, and its preparation answers", async () => {
    const prepare = {
      calls: [{ name: "session_search", arguments: { operation: "prepare-pattern-miner", scope: "all" } }],
    };
    const run = await world.print("/skill:pi-session-pattern-miner releases", [prepare, done]);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const asked = textOf("user");
    expect(asked).toContain("One lineage is one source.");
    expect(asked).toContain("releases");
    const [answer, ...others] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ toolName: "session_search", isError: false });
  });

  test("takes no part in the prompt of any other session", async () => {
    expect((await world.print("hello", [done])).exitCode).toBe(0);
    const prompt = textOf("system");
    expect(prompt).toContain("session_search");
    expect(prompt).not.toContain("pi-session-pattern-miner");
  });
});
