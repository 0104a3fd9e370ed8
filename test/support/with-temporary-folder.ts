import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `act` with a fresh empty folder (its real path) and removes the folder afterwards, whatever happens. */
export async function withTemporaryFolder<Result>(act: (folder: string) => Result): Promise<Awaited<Result>> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-event-recall-")));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
