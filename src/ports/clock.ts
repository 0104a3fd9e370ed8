/** The time, and taking turns. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Lets whatever else is waiting have its turn. */
  turn(): Promise<void>;
}
