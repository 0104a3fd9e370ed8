import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { storeContract } from "../../src/contract/store-contract.ts";
import { runLaws } from "./run-laws.ts";

describe("the SQLite index", () => {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-contract-"));
  let opened = 0;
  afterAll(() => rmSync(folder, { recursive: true }));
  runLaws(storeContract(() => openBetterSqlite3Index({ file: join(folder, `${++opened}.sqlite`), version: "test" })));
});
