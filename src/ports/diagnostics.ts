/** The local log: the one place for paths and causes. Never throws. */
export interface Diagnostics {
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}
