import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SETTING_NAMES, SETTINGS, variableOf } from "../../src/adapters/local/configuration/setting-definitions.ts";
import { readConfiguration } from "../../src/adapters/local/configuration/read-configuration.ts";
import { CONFIGURATION_FILE } from "../../src/adapters/local/configuration/read-configuration-file.ts";
import { createProgram } from "../../src/adapters/cli/create-program.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/model/settings.ts";
import { INDEXED_CODE_POINTS } from "../../src/domain/projection/shorten-for-index.ts";
import {
  MAX_PHRASE_TOKENS,
  MAX_QUERY_CLAUSES,
  MAX_QUERY_CODE_POINTS,
} from "../../src/domain/query/parse-event-query.ts";
import { MAX_TOKEN_CODE_POINTS } from "../../src/domain/text/analyzer.ts";
import { NAME_CODE_POINTS } from "../../src/domain/text/bound-name.ts";
import { READ_BUDGET_CODE_POINTS } from "../../src/domain/text/deal-budget.ts";
import { SNIPPET_CODE_POINTS } from "../../src/domain/text/snippet.ts";
import { MAX_SHOWN_CODE_POINTS } from "../../src/domain/text/text-preview.ts";
import { MAX_FRAGMENTS } from "../../src/domain/use-cases/read/preview-fragments.ts";
import { MAX_NEIGHBOURS } from "../../src/domain/use-cases/read/read-event.ts";
import { MAX_HITS } from "../../src/domain/use-cases/search/search-events.ts";
import { MAX_EDGES } from "../../src/domain/use-cases/trace/trace-event.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { DocumentedShell } from "./documented-shell.ts";
import { fencedBlocks } from "./fenced-blocks.ts";
import { readPage } from "./pages.ts";

const readme = readPage("README.md").text;
const blocks = fencedBlocks(readme);
const shell = new DocumentedShell();
afterAll(() => shell.close());

describe("the commands of the README", () => {
  const lines = blocks
    .filter((block) => block.language === "sh")
    .flatMap((block) => block.text.trimEnd().split("\n"))
    .filter((line) => /^(?:pi-event-recall|npm run -s cli --) /.test(line));

  test("are there", () => expect(lines.length).toBeGreaterThan(10));

  test.each(lines)("%s", async (line) => {
    const [command = "", exit = "0"] = line.split(" # exit ");
    const { exitCode, stderr } = await shell.run(command);
    expect({ exitCode, stderr }).toEqual({
      exitCode: Number(exit),
      stderr: exit === "0" ? "" : expect.stringMatching(/^[^\n]+\.\n$/),
    });
  });

  test("name scripts that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readPage("package.json").text);
    const named = Array.from(readme.matchAll(/npm run (?:-s )?([\w:]+)/g), ([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(readme).toContain("npm ci && npm test");
  });
});

describe("the answers in the README", () => {
  const answers = blocks.filter((block) => block.language === "console");

  test("are there", () => expect(answers.length).toBeGreaterThan(6));

  test.each(answers)("on line $line", async ({ text }) => {
    const [line = "", ...shown] = text.split("\n");
    const { exitCode, stdout } = await shell.run(line.replace(/^\$ /, ""));
    expect(exitCode).toBe(0);
    expect(withoutClock(stdout)).toMatch(patternOf(withoutClock(shown.join("\n"))));
  });
});

/** The only part of an answer over the fixtures that depends on the day. */
function withoutClock(text: string): string {
  return text.replaceAll(/as of \d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "as of TIME");
}

/** An answer as it is shown: a line `…` stands for any lines. */
function patternOf(shown: string): RegExp {
  const lines = shown.split("\n").map((line) => (line === "…" ? "(?:.*\n)*?" : `${escapePattern(line)}\n`));
  return new RegExp(`^${lines.join("").replace(/\n$/, "")}$`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

describe("the tables of the README", () => {
  const program = createProgram(
    {
      openHistory: () => Promise.reject(new Error("Nothing is asked here.")),
      untilStopped: () => new AbortController().signal,
      stdout: process.stdout,
      stderr: process.stderr,
      environment: { cwd: () => "/", env: {} },
    },
    "0",
    () => {},
  );

  test("have every option of every command, and no other", () => {
    const own = program.options.map((option) => option.flags);
    expect(optionsUnder("### Options of every command")).toEqual([...own, "-h, --help"].toSorted());
    for (const [name, command] of commandsOf(program)) {
      const known = command.options.map((option) => option.flags).toSorted();
      expect(optionsUnder(`### \`${name}\``), name).toEqual(known);
    }
  });

  test("have every command, with its usage", () => {
    const headings = Array.from(readme.matchAll(/^### `([\w ]+)`$/gm), ([, name]) => name);
    expect(headings.toSorted()).toEqual(
      commandsOf(program)
        .map(([name]) => name)
        .toSorted(),
    );
    const usages = blocks.filter((block) => block.language === "text").map((block) => block.text.trim());
    expect(usages.toSorted()).toEqual(
      commandsOf(program)
        .map(([name, command]) => `pi-event-recall ${name} ${command.usage()}`)
        .toSorted(),
    );
  });

  test("name no option that the program does not know", () => {
    const commands = [program, ...commandsOf(program).map(([, command]) => command)];
    const known = new Set(commands.flatMap((command) => command.options.map(({ long }) => long)));
    const named = Array.from(sectionOf("## Commands").matchAll(/--[a-z][a-z-]*/g), ([option]) => option);
    expect(named.filter((option) => !known.has(option) && option !== "--help" && option !== "--force")).toEqual([]);
  });

  test("state the limits that the code has", () => {
    const rows = new Map(
      Array.from(sectionOf("## Limits").matchAll(/^\| (.+?) \| (.+?) \|$/gm), ([, what = "", limit = ""]) => [
        what,
        limit,
      ]),
    );
    const figures = (what: string) =>
      Array.from((rows.get(what) ?? "").matchAll(/\d[\d,]*/g), ([figure]) => Number(figure.replaceAll(",", "")));
    expect(figures("a text that is indexed whole")).toEqual([INDEXED_CODE_POINTS, INDEXED_CODE_POINTS / 2]);
    expect(figures("a word")).toEqual([MAX_TOKEN_CODE_POINTS]);
    expect(figures("a query")).toEqual([MAX_QUERY_CODE_POINTS, MAX_QUERY_CLAUSES, MAX_PHRASE_TOKENS]);
    expect(figures("hits")).toEqual([DEFAULT_SETTINGS.limits.hits, MAX_HITS]);
    expect(figures("a snippet")).toEqual([SNIPPET_CODE_POINTS]);
    expect(figures("texts shown of one event")).toEqual([MAX_FRAGMENTS]);
    expect(figures("one text or window")).toEqual([MAX_SHOWN_CODE_POINTS]);
    expect(figures("one `read` in all")).toEqual([READ_BUDGET_CODE_POINTS]);
    expect(figures("neighbours in a `read`")).toEqual([MAX_NEIGHBOURS]);
    expect(figures("edges in a `trace`")).toEqual([MAX_EDGES, MAX_EDGES, MAX_EDGES]);
    expect(figures("a name in an answer")).toEqual([NAME_CODE_POINTS]);
  });
});

describe("the settings of the README", () => {
  const rows = Array.from(
    sectionOf("## Settings").matchAll(/^\| `([^`]+)` \| `([^`]+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
    ([, name = "", variable = "", accepted = "", byDefault = ""]) => ({ name, variable, accepted, byDefault }),
  );

  test("are all there are, with their variables", () => {
    expect(rows.map(({ name, variable }) => [name, variable])).toEqual(
      SETTING_NAMES.map((name) => [name, variableOf(name)]),
    );
  });

  test("have the values and defaults that the code has", () => {
    const { settings } = readConfiguration({ agentDir: undefined, env: {}, home: undefined });
    for (const { name, accepted, byDefault } of rows) {
      const { kind } = SETTINGS[name as keyof typeof SETTINGS];
      const words = (text: string) => text.match(/\d[\d,]*|"\w+"|\b(?:ids|absolute)\b/g) ?? [];
      expect(words(accepted.replaceAll("`", '"')), name).toEqual(words(kind.accepts));
      const value = settings.inForce.find((setting) => setting.name === name)?.value;
      const shown = Array.isArray(value)
        ? value.join() || "none"
        : Number(value)
          ? Number(value).toLocaleString("en-US")
          : value;
      expect(byDefault.replaceAll("`", ""), name).toBe(shown);
    }
  });

  test("are shown in an example that is accepted", async () => {
    const example = blocks.find((block) => block.language === "json")?.text ?? "";
    await withTemporaryFolder((agentDir) => {
      writeFileSync(join(agentDir, CONFIGURATION_FILE), example);
      const { settings } = readConfiguration({ agentDir, env: {}, home: "/home/ada" });
      const set = settings.inForce.filter(({ source }) => source === "file").map(({ name }) => name);
      expect(set).toEqual(["sessions", "exclude", "limits.hits"]);
    });
    expect(sectionOf("## Settings")).toContain(`\`${CONFIGURATION_FILE}\``);
  });
});

/** From a heading to the next one of its level or above. */
function sectionOf(heading: string): string {
  const level = heading.indexOf(" ");
  const start = readme.indexOf(`\n${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const rest = readme.slice(start + heading.length + 1);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Every command that does something, with its words: `recall` only holds others. */
function commandsOf(parent: ReturnType<typeof createProgram>): [name: string, command: typeof parent][] {
  return parent.commands.flatMap(
    (command): ReturnType<typeof commandsOf> =>
      command.commands.length === 0
        ? [[command.name(), command]]
        : commandsOf(command).map(([name, nested]) => [`${command.name()} ${name}`, nested]),
  );
}

/** The options in the first column of the tables of a section, sorted. */
function optionsUnder(heading: string): string[] {
  const rows = sectionOf(heading).matchAll(/^\| `(-[^`]+)` \|/gm);
  return Array.from(rows, ([, flags = ""]) => flags).toSorted();
}
