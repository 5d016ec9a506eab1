// The rows of nodes: who is there, with how many places and which policy. By the database's clock.
import { fleetNode } from './contract.ts';
import type { FleetNodeView } from './contract.ts';
import type { Rows } from './database/database.ts';
import type { Followed } from './policy/following.ts';

export type NodeNow = {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly places: number;
  readonly running: number;
  /** Semantic hash of the one in force; `null`: none, and everything is denied. */
  readonly policy: string | null;
  readonly labels: readonly string[];
  /** Of the policy of all; `null`: the node has its own. */
  readonly followed: Followed | null;
};

/** That it is there, and what it has. */
export async function tellNode(rows: Rows, now: NodeNow): Promise<void> {
  await rows.run(
    `insert into ghost.nodes (id, host, version, places, running, policy, labels, followed, revision, denies, refused,
       beside_revision, beside_differences, stops)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (id) do update set places = $4, running = $5, policy = $6, labels = $7, followed = $8, revision = $9,
       denies = $10, refused = $11, beside_revision = $12, beside_differences = $13, stops = $14, seen_at = now(), left_at = null`,
    [
      now.id,
      now.host,
      now.version,
      now.places,
      now.running,
      now.policy,
      now.labels,
      now.followed?.id ?? null,
      now.followed?.revision ?? null,
      now.followed?.denies ?? null,
      now.followed?.refused ?? null,
      now.followed?.beside?.revision ?? null,
      now.followed?.beside?.differences ?? null,
      now.followed?.stops ?? [],
    ],
  );
}

/** Those that were there a month ago are forgotten. */
export const forgetNodes = (rows: Rows): Promise<number> =>
  rows.run(`delete from ghost.nodes where seen_at < now() - interval '30 days'`);

export async function leaveNode(rows: Rows, id: string): Promise<void> {
  await rows.run('update ghost.nodes set left_at = now(), running = 0 where id = $1', [id]);
}

/** Those that were there within the last day, the newest first. */
export const listNodes = (rows: Rows): Promise<FleetNodeView[]> =>
  rows.all(
    fleetNode,
    `select id, host, version, places, running, policy, started_at, seen_at, left_at,
       labels, followed, revision, denies, refused, beside_revision, beside_differences,
       extract(epoch from now() - seen_at)::float8 as silent_seconds
     from ghost.nodes where seen_at > now() - interval '1 day' order by started_at desc, id`,
  );
