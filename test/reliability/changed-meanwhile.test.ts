import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionFile, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER, contentOf, freshContent } from "./index-content.ts";
import { openOnSource } from "./open-on-source.ts";
import { changeDuring, type Moment } from "./sources/changing-source.ts";

const QUERIES = ["word", "other", "later"];
const MOMENTS: readonly Moment[] = ["before the lines", "after the lines", "before the second reading"];
const later = `${JSON.stringify({ ...user("later"), id: "later", parentId: "e3", timestamp: "2026-02-01T00:00:00Z" })}\n`;

/** What another process does to a file that is being read. All of them make it longer than it was. */
const CHANGES: Readonly<Record<string, (path: string) => void>> = {
  "is appended to": (path) => appendFileSync(path, later),
  "is rewritten with another tree, and longer": (path) => {
    const content = readFileSync(path, "utf8").replace('"parentId":"e2"', '"parentId":"e1"');
    writeFileSync(path, content + later);
  },
  "is rewritten with other words, and longer": (path) => {
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("word", "other") + later);
  },
  "is cut and grows past its size": (path) => {
    truncateSync(path, readFileSync(path).indexOf('{"id":"e2"'));
    for (let at = 0; at < 9; at++) appendFileSync(path, later.replace('"id":"later"', `"id":"later${at}"`));
  },
};

describe.each(Object.keys(CHANGES))("a file that %s", (name) => {
  describe.each(MOMENTS)("%s", (moment) => {
    it.each([
      { stagedBytes: 16 * 1024 * 1024, isKnown: false },
      { stagedBytes: 16 * 1024 * 1024, isKnown: true },
      { stagedBytes: 500, isKnown: false },
    ])("is what it is after the next sync ($stagedBytes, known before: $isKnown)", ({ stagedBytes, isKnown }) =>
      withTemporaryFolder(async (folder) => {
        const sessions = join(folder, "sessions");
        mkdirSync(sessions);
        const path = sessionFile(sessions, { id: "s", entries: [user("word 1"), user("word 2"), user("word 3")] });
        let isArmed = !isKnown;
        const opened = openOnSource(
          sessions,
          (source) => {
            const changing = changeDuring(source, moment, () => CHANGES[name]?.(path));
            return { ...source, lines: (...wanted) => (isArmed ? changing : source).lines(...wanted) };
          },
          stagedBytes,
        );
        if (isKnown) {
          await opened.history.sync(CALLER);
          appendFileSync(path, later.replaceAll("later", "between"));
          isArmed = true;
        }
        await opened.history.sync(CALLER);
        await opened.history.sync(CALLER);
        expect(await contentOf(opened, QUERIES)).toEqual(await freshContent(sessions, QUERIES));
        await opened.history.close();
      }),
    );
  });
});
