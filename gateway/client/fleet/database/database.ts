// The fleet's database: connections, transactions, and its errors as values. INVARIANT: what the database did not confirm is an error.
import { DatabaseError, Pool } from 'pg';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { describe, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { FleetAddress } from './address.ts';

const MOST_CONNECTIONS = 6;
/** One statement of ours; the longest read is a page of tasks. */
const STATEMENT_MS = 10_000;

/** Of one connection: rows are read by their shape. Throws what the database says. */
export class Rows {
  readonly #client: Pick<ClientBase, 'query'>;
  constructor(client: Pick<ClientBase, 'query'>) {
    this.#client = client;
  }

  async all<T>(shape: z.ZodType<T>, text: string, values: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await this.#client.query(text, [...values]);
    return rows.map((row) => shape.parse(row));
  }

  /** How many rows it changed. */
  async run(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#client.query(text, [...values])).rowCount ?? 0;
  }

  /** For the queue, within the same transaction. */
  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#client.query(text, values);
  }
}

export class Database implements AsyncDisposable {
  readonly address: FleetAddress;
  readonly #pool: Pool;

  constructor(address: FleetAddress) {
    this.address = address;
    this.#pool = new Pool({
      ...address.config,
      application_name: 'ghost',
      max: MOST_CONNECTIONS,
      // What was noted of an act is on the disk before the act.
      options: '-c synchronous_commit=on',
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS,
    });
    // A connection that ends while nobody uses it is opened anew by whoever is next.
    this.#pool.on('error', unheard);
  }

  /** Errors: `fleet.unreachable`, `fleet.refused`. */
  read<T>(work: (rows: Rows) => Promise<T>): Promise<Result<T>> {
    return this.#reach(() => work(new Rows(this.#pool)));
  }

  /** All of it or nothing. Errors: as `read`. */
  change<T>(work: (rows: Rows) => Promise<T>): Promise<Result<T>> {
    return this.#reach(async () => {
      const client = await this.#pool.connect();
      // One that ends meanwhile is told by the statement that waits for it, or by the next one.
      client.on('error', unheard);
      try {
        await client.query('begin');
        const value = await work(new Rows(client));
        await client.query('commit');
        client.off('error', unheard);
        client.release();
        return value;
      } catch (thrown) {
        // Whatever stands open on it ends with the connection.
        client.release(true);
        throw thrown;
      }
    });
  }

  async #reach<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work());
    } catch (thrown) {
      return { ok: false, error: failureOf(thrown, this.address) };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }
}

const unheard = (): void => undefined;

const NETWORK = /^(?:ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES)/u;
/** Classes of SQLSTATE that pass: connections, resources, an operator's doing, a serialisation that is tried again. */
const PASSING = /^(?:08|40|53|57|58)/u;
/** What `pg` says by words alone. */
const LOST =
  /^(?:Connection terminated|timeout|Query read timeout|Client has encountered a connection error|Cannot use a pool)/iu;
const UNVERIFIED = /certificate|password must be a string|does not support SSL/iu;

/** A bug of ours is thrown on. */
export function failureOf(thrown: unknown, { shown }: FleetAddress): Failure {
  if (!(thrown instanceof Error)) throw thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const cause = describe(thrown);
  const isSql = thrown instanceof DatabaseError;
  if (isSql ? PASSING.test(code) : NETWORK.test(code) || LOST.test(thrown.message))
    return failure('fleet.unreachable', `the fleet’s database does not answer (${shown})`, {
      cause,
      help: 'see whether it runs and can be reached from here; nothing was lost of what it had confirmed',
    });
  // Somebody else wrote it, or a later version.
  if (thrown instanceof z.ZodError)
    return failure('fleet.refused', `the fleet’s database has a row that is none of ours (${shown})`, {
      cause,
      help: 'see who writes to the tables of the schema `ghost`',
    });
  // Who we are, what we may do, what is not there, a certificate, a step of the migration that found no right.
  if (
    isSql ||
    UNVERIFIED.test(thrown.message) ||
    /^(?:ERR_TLS|UNABLE_|SELF_|CERT_|DEPTH_)/u.test(code) ||
    thrown.message.startsWith('Unable to')
  )
    return failure('fleet.refused', `the fleet’s database refuses (${shown})`, {
      cause,
      help: 'check user, password, rights, tables and certificate with `psql`',
    });
  throw thrown;
}
