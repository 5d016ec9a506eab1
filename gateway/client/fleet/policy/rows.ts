// The rows of the fleet's policy: bundles as they were published, and who is to have which. INVARIANT: what stands there is believed as far as it
// is signed; whatever is read has a bound, whoever wrote it.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Rows } from '#gateway/client/fleet/database/database.ts';
import { MAX_BUNDLE_BYTES } from '#policy/tools/gate/bundle.ts';
import type { RollOut } from './target.ts';

/** Told whenever there is an order; nodes look once a second besides. */
export const CHANNEL = 'ghost_policy';

/** The highest that is looked at: what a number of JSON holds exactly. */
const MOST = 2 ** 52;
const MOST_ROWS = 200;
const MOST_CHARACTERS = 500;

const revision = z.coerce.number().int().min(0).max(MOST);
const publishedPolicy = z.object({ revision, digest: z.string(), bundle: z.string() });
export type PublishedPolicy = z.output<typeof publishedPolicy>;

const SAID = `left(reason, ${MOST_CHARACTERS}) as reason, left(ordered_by, 100) as ordered_by,
  to_char(ordered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ordered_at`;
const said = z.object({ reason: z.string(), ordered_by: z.string(), ordered_at: z.string().nullable() });

const order = said.extend({
  id: z.string(),
  what: z.enum(['ROLL_OUT', 'REVERT', 'STOP', 'GO_ON']),
  revision: revision.nullable(),
  source: revision.nullable(),
  share: z.number(),
});
export type PolicyOrder = z.output<typeof order>;

const stopping = said.extend({
  id: z.string(),
  what: z.enum(['STOP', 'GO_ON']),
  ends: z.array(z.string()),
  key_id: z.string().nullable(),
  signature: z.string().nullable(),
});
export type Stopping = z.output<typeof stopping>;

export type NewOrder = Pick<PolicyOrder, 'what' | 'reason'> & {
  readonly by: string;
  readonly revision?: number;
  readonly source?: number;
  readonly share?: number;
  readonly labels?: readonly string[];
  readonly ends?: readonly string[];
  readonly signature?: { readonly keyId: string; readonly value: string };
};

/** One after the other: whoever publishes or orders next waits until this has been committed. */
export const inTurn = (rows: Rows): Promise<number> =>
  rows.run(`select pg_advisory_xact_lock(hashtext('ghost.policies'))`);

export async function keep(
  rows: Rows,
  id: string,
  { revision: number, digest, bundle, by }: PublishedPolicy & { readonly by: string },
): Promise<void> {
  await rows.run(
    'insert into ghost.policies (id, revision, digest, bundle, published_by) values ($1, $2, $3, $4, $5)',
    [id, number, digest, bundle, by],
  );
}

/** Nodes hear of it once it is committed. Gives its id. */
export async function giveOrder(rows: Rows, policy: string, given: NewOrder): Promise<string> {
  const { what, share = 0, labels = [], ends = [], signature, reason, by } = given;
  const id = randomUUID();
  await rows.run(
    `insert into ghost.policy_orders (id, policy, what, revision, source, share, labels, ends, key_id, signature, reason, ordered_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      policy,
      what,
      given.revision ?? null,
      given.source ?? null,
      share,
      labels,
      ends,
      signature?.keyId ?? null,
      signature?.value ?? null,
      reason,
      by,
    ],
  );
  await rows.run('select pg_notify($1, $2)', [CHANNEL, policy]);
  return id;
}

/** Of each revision from the highest that all are to have upwards. */
export async function rollOuts(rows: Rows, policy: string): Promise<readonly RollOut[]> {
  return rows.all(
    z.object({ revision, digest: z.string(), share: z.number(), labels: z.array(z.string()) }),
    `select o.revision, left(p.digest, 100) as digest, max(o.share) as share,
       coalesce(array_agg(distinct left(l.label, 50)) filter (where l.label is not null), '{}') as labels
     from ghost.policy_orders o join ghost.policies p on p.id = o.policy and p.revision = o.revision
       left join lateral unnest(o.labels) as l(label) on true
     where o.policy = $1 and o.revision <= ${MOST} and o.revision >= coalesce(
       (select max(f.revision) from ghost.policy_orders f
        where f.policy = $1 and f.share = 100 and f.revision <= ${MOST}), 0)
     group by o.revision, p.digest order by o.revision desc limit ${MOST_ROWS}`,
    [policy],
  );
}

/** What is below it was gone back on. `null`: nothing was. */
export async function revertFloor(rows: Rows, policy: string): Promise<number | null> {
  return highest(
    rows,
    `select max(revision) as highest from ghost.policy_orders where policy = $1 and what = 'REVERT' and revision <= ${MOST}`,
    policy,
  );
}

/** Stops, and what ends them; the newest first. */
export const stoppings = (rows: Rows, policy: string): Promise<readonly Stopping[]> =>
  rows.all(
    stopping,
    `select id, what, array_remove(ends[1:${MOST_ROWS}], null) as ends, left(key_id, 200) as key_id,
       left(signature, 200) as signature, ${SAID}
     from ghost.policy_orders where policy = $1 and what in ('STOP', 'GO_ON') order by number desc limit ${MOST_ROWS}`,
    [policy],
  );

/** The newest first. */
export const orders = (rows: Rows, policy: string, limit: number): Promise<readonly PolicyOrder[]> =>
  rows.all(
    order,
    `select id, what, revision, source, share, ${SAID} from ghost.policy_orders where policy = $1
     order by number desc limit $2`,
    [policy, limit],
  );

/** `null`: there is none, or it is larger than a bundle may be. */
export async function published(rows: Rows, policy: string, number: number): Promise<PublishedPolicy | null> {
  const [found = null] = await rows.all(
    publishedPolicy,
    `select revision, left(digest, 100) as digest, bundle from ghost.policies
     where id = $1 and revision = $2 and octet_length(bundle) <= ${MAX_BUNDLE_BYTES}`,
    [policy, number],
  );
  return found;
}

/** How far above what was published a node may be that knows more than a restored database. */
const MOST_AHEAD = 1_000;

/** Of what was published, and of what nodes have: a database that was restored may know less than they do. `null`: none. */
export async function highestRevision(rows: Rows, policy: string): Promise<number | null> {
  const own = await highest(
    rows,
    `select max(revision) as highest from ghost.policies where id = $1 and revision <= ${MOST}`,
    policy,
  );
  const held = await highest(
    rows,
    `select max(revision) as highest from ghost.nodes where followed = $1 and revision <= ${(own ?? 0) + MOST_AHEAD}`,
    policy,
  );
  return own === null && held === null ? null : Math.max(own ?? 0, held ?? 0);
}

/** Stops that nodes remember, also where the database does not any more. */
export async function rememberedStops(rows: Rows, policy: string): Promise<readonly string[]> {
  const found = await rows.all(
    z.object({ stop: z.string() }),
    `select distinct left(s.stop, 100) as stop from ghost.nodes n, unnest(n.stops[1:${MOST_ROWS}]) as s(stop)
     where n.followed = $1 and s.stop is not null limit ${MOST_ROWS}`,
    [policy],
  );
  return found.map(({ stop }) => stop);
}

/** What all were given, the oldest first: the ways forward and back. */
export const fullOrders = (rows: Rows, policy: string) =>
  rows.all(
    z.object({ what: z.string(), revision, source: revision.nullable() }),
    `select what, revision, source from ghost.policy_orders
     where policy = $1 and share = 100 and revision <= ${MOST} order by revision, number limit 10000`,
    [policy],
  );

async function highest(rows: Rows, text: string, policy: string): Promise<number | null> {
  const [found] = await rows.all(z.object({ highest: revision.nullable() }), text, [policy]);
  return found?.highest ?? null;
}
