import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { parseIndexListing } from "../../../../src/adapters/git/repository-inventory/parse-index-listing.ts";

const ID = "1".repeat(40);
const entry = (path: string, stage = 0): string => `100644 ${ID} ${stage}\t${path}\0`;

describe("a listing that is not as git writes it fails", () => {
  it.each<[string, string]>([
    ["an entry without an end", entry("a").slice(0, -1)],
    ["an empty entry", `${entry("a")}\0`],
    ["nothing but an end", "\0"],
    ["an unknown mode", entry("a").replace("100644", "100600")],
    ["a folder's mode", entry("a").replace("100644", "040000")],
    ["a short id", entry("a").replace(ID, ID.slice(1))],
    ["an id of 41 digits", entry("a").replace(ID, `${ID}1`)],
    ["an id in capitals", entry("a").replace(ID, "A".repeat(40))],
    ["an unknown stage", entry("a", 4)],
    ["a space in place of the tab", entry("a").replace("\t", " ")],
    ["something before the mode", ` ${entry("a")}`],
    ["no name", entry("")],
    ["a name twice", entry("a") + entry("a")],
    ["a name that leads out", entry("../a")],
    ["a name that leads out below", entry("a/../../b")],
    ["a name that is the top", entry(".")],
    ["an absolute name", entry("/etc/passwd")],
    ["a name inside git's folder", entry("a/.GIT/config")],
    ["a name that ends with a slash", entry("a/")],
  ])("%s", (_, listing) => {
    expect(() => parseIndexListing(Buffer.from(listing))).toThrow("The index is malformed.");
  });

  test("bytes that are no UTF-8", () => {
    expect(() => parseIndexListing(Buffer.from(entry("a\xff"), "latin1"))).toThrow("not valid UTF-8");
  });
});

const name = fc
  .string({ minLength: 1, maxLength: 8, unit: "binary" })
  .filter((part) => !/[/\0]|^\.{1,2}$|^\.git$/i.test(part));
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/").toWellFormed());
const mode = fc.constantFrom("100644", "100755", "120000", "160000");
const entries = fc.uniqueArray(
  fc.record({ mode, path, stage: fc.constantFrom(0, 1, 2, 3), objectId: fc.constantFrom(ID, "ab".repeat(32)) }),
  { selector: ({ path: place }) => place },
);

test.prop([entries])("whatever entries git lists come back as they are", (listed) => {
  const listing = listed.map((item) => `${item.mode} ${item.objectId} ${item.stage}\t${item.path}\0`).join("");
  expect(parseIndexListing(Buffer.from(listing))).toEqual(listed);
});
