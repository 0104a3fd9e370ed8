import { shellCommands } from "./shell-commands.ts";

const COMMAND = "pi-event-recall";
/** A command word: the name alone, under any folder, as script or Windows shim, at any npm version. */
const COMMAND_WORD = /(?:^|[/\\:])pi-event-recall(?:\.(?:[cm]?js|ts|cmd|exe|ps1))?(?:@[^/\\\s]*)?$/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const SHELL = /(?:^|\/)(?:ba|da|z|k)?sh$/;

/** How a word that stands before the command it runs takes its own words. */
interface Prefix {
  /** Options whose value is the next word. */
  readonly valued?: readonly string[];
  /** Words of its own after its options. */
  readonly operands?: number;
  /** Words that may stand between it and the command. */
  readonly subcommands?: readonly string[];
}

const PREFIXES: ReadonlyMap<string, Prefix> = new Map<string, Prefix>([
  ...[
    "if",
    "then",
    "elif",
    "else",
    "while",
    "until",
    "do",
    "!",
    "{",
    "nohup",
    "setsid",
    "builtin",
    "command",
    "bunx",
  ].map((word) => [word, {}] as const),
  ["exec", { valued: ["-a"] }],
  ["time", { valued: ["-f", "-o"] }],
  ["sudo", { valued: ["-u", "-g", "-h", "-p", "-C", "-D", "-r", "-t", "-U"] }],
  ["doas", { valued: ["-u", "-C"] }],
  ["env", { valued: ["-u", "-C"] }],
  ["nice", { valued: ["-n"] }],
  ["stdbuf", { valued: ["-i", "-o", "-e"] }],
  ["timeout", { valued: ["-s", "-k"], operands: 1 }],
  ["watch", { valued: ["-n"] }],
  ["xargs", { valued: ["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s"] }],
  ["node", { valued: ["-r", "-C", "--require", "--import", "--loader", "--conditions", "--env-file"] }],
  ["npx", { valued: ["-p", "--package"] }],
  ["npm", { valued: ["-p", "--package"], subcommands: ["exec", "x"] }],
  ["pnpm", { subcommands: ["exec", "dlx"] }],
  ["yarn", { subcommands: ["exec", "dlx", "run"] }],
  ["bun", { subcommands: ["x", "run"] }],
]);

/**
 * True when a shell command runs this project's command line: `pi-event-recall` stands where a command stands, also behind `npx`, `node`,
 * `sudo`, `timeout 9`, in `$(…)` or in `sh -c "…"`. A mere mention (a folder, a search word, an argument, the text of a here-document,
 * `which pi-event-recall`) is none. Any text is valid input.
 */
export function runsOwnCommand(script: string): boolean {
  // Nearly every command ends here: the rest costs ten times as much.
  if (!script.includes(COMMAND)) return false;
  const scripts = [script];
  for (let next = scripts.pop(); next !== undefined; next = scripts.pop()) {
    for (const words of shellCommands(next)) {
      const at = programIndex(words);
      const program = words[at] ?? "";
      if (COMMAND_WORD.test(program)) return true;
      const inner = SHELL.test(program) ? words[words.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1] : undefined;
      if (inner !== undefined && inner !== program && inner.includes(COMMAND)) scripts.push(inner);
    }
  }
  return false;
}

/** Index of the word that names the program, behind assignments and words that only run another command. */
function programIndex(words: readonly string[]): number {
  let at = 0;
  for (;;) {
    while (ASSIGNMENT.test(words[at] ?? "")) at++;
    const name = words[at] ?? "";
    const prefix = PREFIXES.get(name);
    // `command -v` only tells where a command lies.
    if (!prefix || (name === "command" && /^-\w*[vV]/.test(words[at + 1] ?? ""))) return at;
    at++;
    for (let isInOptions = true; isInOptions; ) {
      const word = words[at] ?? "";
      isInOptions = word.startsWith("-") || (prefix.subcommands ?? []).includes(word);
      if (isInOptions) at += prefix.valued?.includes(word) ? 2 : 1;
    }
    at += prefix.operands ?? 0;
  }
}
