import { spawn } from "node:child_process";
import { constants } from "node:os";
import { RecallError } from "../../domain/model/errors.ts";
import { ProgramEnded } from "./program-ended.ts";

/**
 * Hands the terminal to another program from the PATH and waits for its end. Returns where that went well.
 * Errors: `ProgramEnded` with its exit code, 128 + the signal where one ended it; `InvalidRequest` where there is no such program.
 */
export async function runProgram(
  [program = "", ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  // Ctrl+C is for the program alone: it must not find its terminal taken back by the shell.
  process.on("SIGINT", leaveToProgram);
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      // On Windows npm installs programs as `.cmd` files, which only a shell starts; no path there holds a quotation mark.
      const isWindows = process.platform === "win32";
      const child = spawn(program, isWindows ? words.map((word) => `"${word}"`) : words, {
        stdio: "inherit",
        env: { ...env },
        shell: isWindows,
      });
      child.on("error", (cause) => {
        const message = `There is no ${program} to run on the PATH: install it, or leave out --run.`;
        reject(new RecallError("InvalidRequest", message, { cause }));
      });
      child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
    if (exitCode !== 0) throw new ProgramEnded(exitCode);
  } finally {
    process.off("SIGINT", leaveToProgram);
  }
}

function leaveToProgram(): void {}
