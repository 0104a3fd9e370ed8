/** A program that was run in our place has ended with this exit code, which is passed on without a word. */
export class ProgramEnded extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`The program ended with exit code ${exitCode}.`);
    this.exitCode = exitCode;
  }
}
