import { setTimeout } from "node:timers/promises";
import { RecallError } from "../../domain/model/errors.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite-driver.ts";
import { sqliteCode, translateIndexError } from "./translate-index-error.ts";

/** Milliseconds for which a write that may wait keeps its thread from other work, and for which it then leaves it to others. */
const BLOCKING_MS = 50;
const PAUSE_MS = 25;

/** How a connection gets at its database. */
export interface DatabaseAccess {
  /** Replaces the files by those of an empty index and opens them, or opens what another process has put in their place. */
  readonly renew: () => SqliteDatabase;
  /** True when the file at the path is no longer the one that is open. Cost: one look at the path. */
  readonly isReplaced: () => boolean;
  /** The same database once more, for long reading beside other work; absent where it lives in one connection only. */
  readonly openBeside?: () => SqliteDatabase;
}

/** One open database: statements by their text, transactions, and the translation of the driver's errors. */
export class Connection {
  readonly file: string;
  readonly #access: DatabaseAccess;
  #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  #commits = 0;
  #isClosed = false;

  constructor(file: string, database: SqliteDatabase, access: DatabaseAccess) {
    this.file = file;
    this.#database = database;
    this.#access = access;
  }

  /** A statement whose rows are arrays. Prepared once per text, like the two below. */
  statement(sql: string): SqliteStatement {
    return this.#prepared(`rows ${sql}`, () => this.#database.prepare(sql).raw());
  }

  /** A statement whose rows are single values. */
  pluck(sql: string): SqliteStatement {
    return this.#prepared(`values ${sql}`, () => this.#database.prepare(sql).pluck());
  }

  /** A statement without rows. */
  command(sql: string): SqliteStatement {
    return this.#prepared(`none ${sql}`, () => this.#database.prepare(sql));
  }

  /** Runs synchronous work on one snapshot. Errors: `IndexUnavailable`. */
  read<Result>(work: () => Result): Result {
    return this.#transact("BEGIN", work);
  }

  /**
   * Runs synchronous work as one write transaction: all of it or nothing. Waits for another writer up to the driver's timeout.
   * `keepsContent`: no file's row and no event changes, so what this process keeps of them in memory stays good.
   */
  write<Result>(work: () => Result, { keepsContent = false } = {}): Result {
    const result = this.#transact("BEGIN IMMEDIATE", work);
    if (!keepsContent) this.#commits++;
    return result;
  }

  /**
   * The same, and while another process writes, this thread is free for other work but for moments: no query waits for somebody else's
   * lock. Work that has begun is not begun again.
   */
  async writeWhenFree<Result>(work: () => Result, options: { readonly keepsContent?: boolean } = {}): Promise<Result> {
    let hasBegun = false;
    const begin = (): Result => {
      hasBegun = true;
      return work();
    };
    const timeout = this.direct((database) => Number(database.pragma("busy_timeout", { simple: true })));
    for (let left = timeout; ; left -= BLOCKING_MS + PAUSE_MS) {
      try {
        return this.#waitingAtMost(Math.min(timeout, BLOCKING_MS), timeout, () => this.write(begin, options));
      } catch (error) {
        if (hasBegun || left <= 0 || !isBusy(error)) throw error;
        await setTimeout(PAUSE_MS);
      }
    }
  }

  /**
   * Runs work outside any transaction. Error: `IndexUnavailable`, replaced, where another process has put another index in place of this
   * one: nobody else would see what is done here, and this one would never see what others do.
   */
  direct<Result>(work: (database: SqliteDatabase) => Result): Result {
    return this.#translate(() => {
      if (this.#access.isReplaced()) throw replaced();
      return work(this.#database);
    });
  }

  /**
   * Runs long work on one snapshot without keeping others from this connection: on a second one to the same file. Where there can be none,
   * the work gets this one outside any transaction and must not let others in between.
   */
  async beside<Result>(work: (connection: Connection, isAlone: boolean) => Promise<Result>): Promise<Result> {
    const { openBeside } = this.#access;
    if (openBeside === undefined) return work(this, false);
    const database = this.direct(openBeside);
    const connection = new Connection(this.file, database, this.#access);
    try {
      connection.command("BEGIN").run();
      return await work(connection, true);
    } catch (error) {
      throw translateIndexError(error);
    } finally {
      database.close();
    }
  }

  /** Changes whenever any process has committed, save for own writes that keep the content. Meaningful inside `read` or `write` only. */
  dataVersion(): string {
    return `${Number(this.pluck("PRAGMA data_version").get())}/${this.#commits}`;
  }

  /** Which commits of other processes this one has seen. Meaningful inside `read` or `write` only. */
  othersVersion(): number {
    return Number(this.pluck("PRAGMA data_version").get());
  }

  /** Goes on with an empty index, whatever has become of this one. */
  reset(): void {
    this.#translate(() => {
      this.#statements.clear();
      this.#commits++;
      // A damaged database may fail to close as it may fail to do anything else.
      try {
        this.#database.close();
      } catch {}
      this.#database = this.#access.renew();
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#translate(() => this.#database.close());
    this.#isClosed = true;
    this.#statements.clear();
  }

  /** Both in milliseconds; `usual` is in force again afterwards. */
  #waitingAtMost<Result>(brief: number, usual: number, work: () => Result): Result {
    this.direct((database) => database.pragma(`busy_timeout = ${brief}`));
    try {
      return work();
    } finally {
      this.#database.pragma(`busy_timeout = ${usual}`);
    }
  }

  #translate<Result>(work: () => Result): Result {
    if (this.#isClosed) throw new RecallError("IndexUnavailable", "The index is closed.");
    try {
      return work();
    } catch (error) {
      throw translateIndexError(error);
    }
  }

  #transact<Result>(begin: string, work: () => Result): Result {
    return this.direct((database) => {
      this.command(begin).run();
      try {
        const result = work();
        this.command("COMMIT").run();
        return result;
      } catch (error) {
        if (database.inTransaction) this.command("ROLLBACK").run();
        throw error;
      }
    });
  }

  #prepared(name: string, prepare: () => SqliteStatement): SqliteStatement {
    let statement = this.#statements.get(name);
    if (!statement) {
      statement = prepare();
      this.#statements.set(name, statement);
    }
    return statement;
  }
}

function replaced(): RecallError {
  const message = "Another process has put another index in place of this one: try again.";
  return new RecallError("IndexUnavailable", message, { condition: "replaced" });
}

function isBusy(error: unknown): boolean {
  return error instanceof RecallError && /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error.cause));
}
