import { inventoryFailed } from "../../../domain/model/errors.ts";
import type { RepositoryInventory } from "../../../ports/repository-inventory.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { framedBytes, parseBlobs, parseBlobSizes } from "./parse-blobs.ts";
import { parseIndexListing } from "./parse-index-listing.ts";
import { answerOfGit, gitComplained, type GitRunOptions, runGit } from "./run-git.ts";

const MAX_TOP_BYTES = 4 * 1024;
const MAX_LISTING_BYTES = 8 * 1024 ** 2;
const MAX_BLOBS = 512;
/** Bytes of one line about an object: an id of 64 digits, a type and a size. */
const MAX_CHECK_LINE_BYTES = 100;

/** How git (in the locale `C`) says that there is no repository. One that it finds and cannot use is named otherwise. */
const NO_REPOSITORY = "fatal: not a git repository (or any ";

export type GitInventoryOptions = Pick<GitRunOptions, "program">;

/** The inventory of a repository through git processes: one to find it, one to list its index, and two for all manifests together. */
export function createGitInventory(options: GitInventoryOptions = {}): RepositoryInventory {
  return {
    top: async (folder, call) => {
      const run = await runGit(["rev-parse", "--show-toplevel"], {
        ...options,
        ...call,
        folder,
        maxBytes: MAX_TOP_BYTES,
      });
      if (run.exitCode === 128 && run.stderr.startsWith(NO_REPOSITORY)) return undefined;
      if (run.exitCode !== 0 || run.stderr !== "") throw gitComplained(run);
      const [, top] = /^([^\0]+)\n$/.exec(decodeUtf8(run.stdout, "The path of the repository")) ?? [];
      if (top === undefined) throw inventoryFailed("Git did not name the top folder of the repository.");
      return top;
    },
    entries: async (top, call) => {
      const words = ["ls-files", "--stage", "--full-name", "-z"];
      return parseIndexListing(
        await answerOfGit(words, { ...options, ...call, folder: top, maxBytes: MAX_LISTING_BYTES }),
      );
    },
    texts: async (top, objectIds, call) => {
      if (objectIds.length === 0) return [];
      if (objectIds.length > MAX_BLOBS) throw inventoryFailed("The index holds more than 512 package manifests.");
      const asked = { ...options, ...call, folder: top, input: objectIds.map((id) => `${id}\n`).join("") };
      const check = { ...asked, maxBytes: objectIds.length * MAX_CHECK_LINE_BYTES };
      const sizes = parseBlobSizes(await answerOfGit(["cat-file", "--batch-check"], check), objectIds);
      const content = { ...asked, maxBytes: framedBytes(objectIds, sizes) };
      return parseBlobs(await answerOfGit(["cat-file", "--batch"], content), objectIds, sizes);
    },
  };
}
