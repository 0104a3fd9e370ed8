import type { Caller } from "../../src/domain/use-cases/history.ts";

/** Who asks: a person or tool in `/ws/alpha` without a session of its own. */
export const ALPHA: Caller = { cwd: "/ws/alpha", workspaces: ["/ws/alpha"] };
