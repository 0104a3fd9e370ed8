import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { writeManySessions } from "./write-many-sessions.ts";

const ROUNDS = process.env["LONG"] === undefined ? 10 : 100;
const PROCESS = fileURLToPath(new URL("throwing-process.ts", import.meta.url));

test(
  `${ROUNDS} workers that throw with their database open end no process, and leave the index whole`,
  { timeout: 180_000 },
  () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      writeManySessions(sessions, 120);
      const options = JSON.stringify({ rounds: ROUNDS, sessions: [sessions], index: join(folder, "events.sqlite") });
      const { stdout } = await promisify(execFile)(process.execPath, [PROCESS, options], { timeout: 170_000 });
      expect(JSON.parse(stdout)).toEqual({
        failures: ["The history worker stopped before it answered: ask again."],
        state: "ready",
        ok: true,
      });
    }),
);
