import { execFileSync } from "node:child_process";
import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { commandToPaste } from "../../../../src/adapters/cli/printing/command-to-paste.ts";

describe("commandToPaste", () => {
  test("is plain where nothing needs a quote", () => {
    expect(commandToPaste("read", ["0197c0de-11", "a1b2"], ["--fragment", "0:user.text", "--offset", "12"])).toBe(
      "pi-event-recall read 0197c0de-11 a1b2 --fragment 0:user.text --offset 12",
    );
  });

  test("puts ids that look like options behind --", () => {
    expect(commandToPaste("trace", ["-x", "a"], ["--all"])).toBe("pi-event-recall trace --all -- -x a");
  });

  test("is left out where an id is too long to paste", () => {
    expect(commandToPaste("trace", ["x".repeat(10_000), "a"], [])).toBeUndefined();
  });

  test("spells control characters", () => {
    expect(commandToPaste("trace", ["a\u001b[2J", "b\u202e"], [])).toBe(
      "pi-event-recall trace $'a\\x1b[2J' $'b\\u202e'",
    );
  });

  // A shell reads no NUL, and lone surrogates are no text for it.
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\0"));
  const ascii = fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\0"));
  test.prop([fc.array(fc.oneof(word, ascii), { minLength: 1, maxLength: 3 })], { numRuns: 40 })(
    "bash reads back the very words",
    (operands) => {
      const command = commandToPaste("read", operands, []);
      const script = `pi-event-recall() { shift; [ "$1" = -- ] && shift; printf '%s\\0' "$@"; }; ${command}`;
      const printed = execFileSync("bash", ["--norc", "-c", script], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      // An operand `--` alone would itself be taken for the separator.
      if (operands[0] !== "--") expect(printed.split("\0").slice(0, -1)).toEqual(operands);
    },
  );
});
