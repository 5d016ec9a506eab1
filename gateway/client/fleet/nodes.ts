// The rows of nodes: who is there, with how many places and which policy. By the database's clock.
import { fleetNode } from './contract.ts';
import type { FleetNodeView } from './contract.ts';
import type { Rows } from './database.ts';

export type NodeNow = {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly places: number;
  readonly running: number;
  /** Semantic hash of the one in force; `null`: none, and everything is denied. */
  readonly policy: string | null;
};

/** That it is there, and what it has. */
export async function tellNode(rows: Rows, now: NodeNow): Promise<void> {
  await rows.run(
    `insert into ghost.nodes (id, host, version, places, running, policy) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set places = $4, running = $5, policy = $6, seen_at = now(), left_at = null`,
    [now.id, now.host, now.version, now.places, now.running, now.policy],
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
       extract(epoch from now() - seen_at)::float8 as silent_seconds
     from ghost.nodes where seen_at > now() - interval '1 day' order by started_at desc, id`,
  );
