import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namedFolder } from "../../../../src/adapters/pi/tools/named-folder.ts";

test.each([
  ["src", "/work/alpha/src"],
  ["../beta", "/work/beta"],
  ["/etc", "/etc"],
  [".", "/work/alpha"],
  ["~", homedir()],
  ["~/notes", join(homedir(), "notes")],
  ["~ada/notes", "/work/alpha/~ada/notes"],
])("%s is %s", (named, folder) => {
  expect(namedFolder(named, "/work/alpha")).toBe(folder);
});
