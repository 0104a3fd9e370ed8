import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** Bytes of a git file that is read: what names a folder is short, and a repository's settings are a few lines. */
const MAX_GIT_FILE_BYTES = 1024 * 1024;
/** Work trees of one repository that are looked at. */
const MAX_WORK_TREES = 1_000;

/**
 * The other work trees of a repository from its files alone (`gitrepository-layout`): `.git` leads to the git folder, `commondir` to the
 * repository, whose `worktrees/<name>/gitdir` lead to the `.git` of each linked work tree. Everything is asked both ways: a `.git` file
 * says of itself where it belongs, and an archive from elsewhere could bring one that names any repository of this machine.
 * Stale records and a bare repository's own folder are left out. Cost: a few small reads per work tree. Never throws.
 */
export async function linkedWorkTrees(workTree: string): Promise<readonly string[]> {
  const own = await realPath(workTree);
  const gitFolder = own && (await gitFolderOf(own));
  const repository = gitFolder && (await repositoryOf(gitFolder));
  if (own === undefined || repository === undefined) return [];
  const trees = new Set([...(await mainWorkTree(repository)), ...(await recordedWorkTrees(repository))]);
  return trees.delete(own) ? [...trees] : [];
}

/** Where the `.git` of a work tree leads. */
async function gitFolderOf(workTree: string): Promise<string | undefined> {
  const path = join(workTree, ".git");
  const item = await lstat(path).catch(() => undefined);
  if (item === undefined || item.isDirectory() || item.isSymbolicLink()) return realPath(path);
  const [, target] = /^gitdir: (.+?)[\r\n]*$/s.exec((await readSmallFile(path)) ?? "") ?? [];
  return target === undefined ? undefined : realPath(resolve(workTree, target));
}

async function repositoryOf(gitFolder: string): Promise<string | undefined> {
  const common = (await readSmallFile(join(gitFolder, "commondir")))?.trim();
  return common ? realPath(resolve(gitFolder, common)) : gitFolder;
}

async function mainWorkTree(repository: string): Promise<string[]> {
  const core = coreSettings(await readSmallFile(join(repository, "config")));
  const ofWorkTree = coreSettings(await readSmallFile(join(repository, "config.worktree")));
  const { bare, worktree } = { ...core, ...ofWorkTree };
  if (bare !== undefined && /^(?:true|yes|on|1|)$/i.test(bare)) return [];
  const place = worktree ?? (basename(repository) === ".git" ? ".." : undefined);
  const found = place && (await realPath(resolve(repository, place)));
  return found && (await gitFolderOf(found)) === repository ? [found] : [];
}

async function recordedWorkTrees(repository: string): Promise<string[]> {
  const records = await readdir(join(repository, "worktrees")).catch(() => []);
  const found = await Promise.all(
    records.slice(0, MAX_WORK_TREES).map(async (name) => {
      const record = await realPath(join(repository, "worktrees", name));
      const gitFile = record && (await readSmallFile(join(record, "gitdir")))?.trim();
      const workTree = gitFile && record && (await realPath(dirname(resolve(record, gitFile))));
      return workTree && (await gitFolderOf(workTree)) === record ? [workTree] : [];
    }),
  );
  return found.flat();
}

/** `bare` and `worktree` of the `[core]` section, the last value of each. */
function coreSettings(config: string | undefined): { readonly bare?: string; readonly worktree?: string } {
  const settings: { bare?: string; worktree?: string } = {};
  let section = "";
  for (const line of (config ?? "").split(/\r?\n/)) {
    const [, name] = /^\s*\[\s*([^\]\s"]+)\s*("[^"]*")?\s*\]/.exec(line) ?? [];
    if (name !== undefined) section = line.includes('"') ? "" : name.toLowerCase();
    const [, key, value = ""] = /^\s*(bare|worktree)\s*(?:=\s*(.*?))?\s*$/i.exec(line) ?? [];
    if (section !== "core" || key === undefined) continue;
    settings[key.toLowerCase() as "bare" | "worktree"] = value.replace(/^"(.*)"$/, "$1");
  }
  return settings;
}

/** Regular files only: a pipe would wait for ever. */
async function readSmallFile(path: string): Promise<string | undefined> {
  try {
    const item = await lstat(path);
    return item.isFile() && item.size <= MAX_GIT_FILE_BYTES ? await readFile(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

async function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
