import { RecallError } from "../../domain/model/errors.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite-driver.ts";
import { translateIndexError } from "./translate-index-error.ts";

/** One open database: statements by their text, transactions, and the translation of the driver's errors. */
export class Connection {
  readonly file: string;
  readonly #renew: () => SqliteDatabase;
  #database: SqliteDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  #commits = 0;
  #isClosed = false;

  /** `renew` replaces the files by those of an empty index and opens them. */
  constructor(file: string, database: SqliteDatabase, renew: () => SqliteDatabase) {
    this.file = file;
    this.#database = database;
    this.#renew = renew;
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
   * `keepsContent`: no file, event or posting changes, so what this process keeps of them in memory stays good.
   */
  write<Result>(work: () => Result, { keepsContent = false } = {}): Result {
    const result = this.#transact("BEGIN IMMEDIATE", work);
    if (!keepsContent) this.#commits++;
    return result;
  }

  /** Runs work outside any transaction. */
  direct<Result>(work: (database: SqliteDatabase) => Result): Result {
    if (this.#isClosed) throw new RecallError("IndexUnavailable", "The index is closed.");
    try {
      return work(this.#database);
    } catch (error) {
      throw translateIndexError(error);
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
    this.direct((database) => {
      this.#statements.clear();
      this.#commits++;
      // A damaged database may fail to close as it may fail to do anything else.
      try {
        database.close();
      } catch {}
      this.#database = this.#renew();
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.direct((database) => database.close());
    this.#isClosed = true;
    this.#statements.clear();
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
