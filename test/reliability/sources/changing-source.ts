import type { SessionSource } from "../../../src/ports/session-source.ts";

/** Moments of a sync at which another process may write. */
export type Moment = "before the lines" | "after the lines" | "before the second reading";

/** The source, with something done to the files at one moment, once. */
export function changeDuring(source: SessionSource, moment: Moment, change: () => void): SessionSource {
  let readings = 0;
  let isDone = false;
  const reach = (now: Moment): void => {
    if (now !== moment || isDone) return;
    isDone = true;
    change();
  };
  return {
    walk: (roots, options) => source.walk(roots, options),
    look: (path) => source.look(path),
    async *lines(path, offset, options) {
      reach("before the lines");
      if (++readings === 2) reach("before the second reading");
      yield* source.lines(path, offset, options);
      reach("after the lines");
    },
    record: (path, offset, length) => source.record(path, offset, length),
    bytes: (path, offset, length) => source.bytes(path, offset, length),
  };
}
