// The fleet's tables, brought forward by node-pg-migrate, and back. INVARIANT: tables of a newer program are left as they are.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { z } from 'zod';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { FleetAddress } from './address.ts';
import { failureOf, Rows } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));
const SCHEMA = 'ghost';
const TABLE = 'migrations';
/** Whoever else migrates is waited for, and not for ever. */
const WAITS = '-c lock_timeout=30000 -c statement_timeout=60000';

/** Gives the names of what was done. Several at once wait for one another. Errors: `fleet.*`. */
export async function migrate(
  address: FleetAddress,
  direction: 'up' | 'down',
): Promise<Result<readonly string[]>> {
  const { runner } = await import('node-pg-migrate');
  const client = new Client({ ...address.config, options: WAITS });
  // A connection that ends meanwhile is told by the call that waits for it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const newer = await newerIn(new Rows(client));
    if (newer !== null)
      return fail('fleet.other-version', `the fleet’s tables are of a newer Ghost Browser (\`${newer}\`)`, {
        help: 'update this node',
      });
    const done = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction,
      migrationsTable: TABLE,
      migrationsSchema: SCHEMA,
      createMigrationsSchema: true,
      ...(direction === 'down' ? { count: 1 } : {}),
      advisoryLockMode: 'wait',
      log: () => undefined,
    });
    return ok(done.map(({ name }) => name));
  } catch (thrown) {
    return { ok: false, error: failureOf(thrown, address) };
  } finally {
    await client.end();
  }
}

/** A step that was done there and that we do not know; `null`: none. */
async function newerIn(rows: Rows): Promise<string | null> {
  const known = new Set(readdirSync(MIGRATIONS).map((file) => file.replace(/\.sql$/u, '')));
  const [there] = await rows.all(
    z.object({ there: z.boolean() }),
    `select to_regclass('${SCHEMA}.${TABLE}') is not null as there`,
  );
  if (there?.there !== true) return null;
  const done = await rows.all(
    z.object({ name: z.string() }),
    `select name from ${SCHEMA}.${TABLE} order by id`,
  );
  return done.find(({ name }) => !known.has(name))?.name ?? null;
}
