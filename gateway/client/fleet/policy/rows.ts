// The rows of the fleet's policy: bundles as they were published, and who is to have which. By the database's clock.
import { z } from 'zod';
import type { Rows } from '#gateway/client/fleet/database/database.ts';
import type { RollOut } from './target.ts';

/** Told whenever there is an order; nodes look once a second besides. */
export const CHANNEL = 'ghost_policy';

export const publishedPolicy = z.object({
  revision: z.coerce.number(),
  digest: z.string(),
  bundle: z.string(),
  published_by: z.string(),
});
export type PublishedPolicy = z.output<typeof publishedPolicy>;

const time = z.date().transform((date) => date.toISOString());
const order = z.object({
  number: z.coerce.number(),
  what: z.enum(['ROLL_OUT', 'REVERT', 'STOP', 'GO_ON']),
  revision: z.coerce.number().nullable(),
  source: z.coerce.number().nullable(),
  share: z.number(),
  labels: z.array(z.string()),
  reason: z.string(),
  ordered_by: z.string(),
  ordered_at: time,
});
export type PolicyOrder = z.output<typeof order>;

export type NewOrder = Pick<PolicyOrder, 'what' | 'reason'> & {
  readonly by: string;
  readonly revision?: number;
  readonly source?: number;
  readonly share?: number;
  readonly labels?: readonly string[];
};

/** One after the other: whoever publishes or orders next waits until this has been committed. */
export const inTurn = (rows: Rows): Promise<number> =>
  rows.run(`select pg_advisory_xact_lock(hashtext('ghost.policies'))`);

export async function keep(
  rows: Rows,
  id: string,
  { revision, digest, bundle, by }: Omit<PublishedPolicy, 'published_by'> & { readonly by: string },
): Promise<void> {
  await rows.run(
    'insert into ghost.policies (id, revision, digest, bundle, published_by) values ($1, $2, $3, $4, $5)',
    [id, revision, digest, bundle, by],
  );
}

/** Nodes hear of it once it is committed. */
export async function giveOrder(rows: Rows, id: string, given: NewOrder): Promise<void> {
  const { what, revision = null, source = null, share = 0, labels = [], reason, by } = given;
  await rows.run(
    `insert into ghost.policy_orders (policy, what, revision, source, share, labels, reason, ordered_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, what, revision, source, share, labels, reason, by],
  );
  await rows.run('select pg_notify($1, $2)', [CHANNEL, id]);
}

/** Of each revision from the highest that all are to have upwards. */
export async function rollOuts(rows: Rows, id: string): Promise<readonly RollOut[]> {
  return rows.all(
    z
      .object({
        revision: z.coerce.number(),
        digest: z.string(),
        share: z.number(),
        labels: z.array(z.string()),
        is_revert: z.boolean(),
      })
      .transform(({ is_revert: isRevert, ...rollOut }): RollOut => ({ ...rollOut, isRevert })),
    `select o.revision, p.digest, max(o.share) as share, bool_or(o.what = 'REVERT') as is_revert,
       coalesce(array_agg(distinct l.label) filter (where l.label is not null), '{}') as labels
     from ghost.policy_orders o join ghost.policies p on p.id = o.policy and p.revision = o.revision
       left join lateral unnest(o.labels) as l(label) on true
     where o.policy = $1 and o.revision >= coalesce(
       (select max(f.revision) from ghost.policy_orders f where f.policy = $1 and f.share = 100), 0)
     group by o.revision, p.digest`,
    [id],
  );
}

/** The last word on whether the fleet is stopped; `null`: it never was. */
export async function lastStop(rows: Rows, id: string): Promise<PolicyOrder | null> {
  const [last = null] = await rows.all(
    order,
    `select * from ghost.policy_orders where policy = $1 and what in ('STOP', 'GO_ON') order by number desc limit 1`,
    [id],
  );
  return last;
}

/** The newest first. */
export const orders = (rows: Rows, id: string, limit: number): Promise<readonly PolicyOrder[]> =>
  rows.all(order, 'select * from ghost.policy_orders where policy = $1 order by number desc limit $2', [
    id,
    limit,
  ]);

export async function published(rows: Rows, id: string, revision: number): Promise<PublishedPolicy | null> {
  const [found = null] = await rows.all(
    publishedPolicy,
    'select revision, digest, bundle, published_by from ghost.policies where id = $1 and revision = $2',
    [id, revision],
  );
  return found;
}

/** Of what was published, and of what nodes have: a database that was restored may know less than they do. `null`: none. */
export async function highestRevision(rows: Rows, id: string): Promise<number | null> {
  const [found] = await rows.all(
    z.object({ highest: z.coerce.number().nullable() }),
    `select greatest((select max(revision) from ghost.policies where id = $1),
       (select max(revision) from ghost.nodes where followed = $1)) as highest`,
    [id],
  );
  return found?.highest ?? null;
}

/** The highest revision below this one that all were to have. */
export async function fullBelow(rows: Rows, id: string, revision: number): Promise<number | null> {
  const [found] = await rows.all(
    z.object({ highest: z.coerce.number().nullable() }),
    'select max(revision) as highest from ghost.policy_orders where policy = $1 and share = 100 and revision < $2',
    [id, revision],
  );
  return found?.highest ?? null;
}

/** Whose documents a revision has: its own, or those that it goes back to. */
export async function sourceOf(rows: Rows, id: string, revision: number): Promise<number> {
  const [found] = await rows.all(
    z.object({ source: z.coerce.number() }),
    'select min(source) as source from ghost.policy_orders where policy = $1 and revision = $2',
    [id, revision],
  );
  return found?.source ?? revision;
}
