import Database from "better-sqlite3";
import { openSqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";

/** A process that opens an index, says so, and keeps it open until its input ends. `argv`: file, version. */
const [file = "", version = ""] = process.argv.slice(2);
const { store } = openSqliteIndex({ Database, file, version });
await store.sources();
process.stdout.write("open\n");
process.stdin.on("end", () => void store.close()).resume();
