// How a gateway that serves becomes a node of a fleet: its lease and the word on its policy go in as it opens, and it takes tasks once it
// serves.
import { join } from 'node:path';
import type { Gateway } from '#gateway/main.ts';
import { fleetPolicyIn } from '#gateway/settings/policy-source.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { fleetAddressOf } from './fleet.ts';
import { FleetLease, FleetNode } from './node.ts';
import { PolicyFollower } from './policy/following.ts';
import { bucketOf } from './policy/target.ts';

export type Joining = {
  readonly lease: FleetLease;
  /** For a gateway whose policy is that of all. */
  readonly confirmed: () => Result<void>;
  /** Errors: `fleet.*`. */
  readonly join: (gateway: Gateway) => Promise<Result<FleetNode>>;
};

const NOT_YET = fail('fleet.unconfirmed', 'the policy of all nodes was not looked at yet', {
  help: 'wait until the gateway has joined its fleet',
});

/** `onTrouble`: the database does not answer, once as it begins; `null` when it is over. Errors: `fleet.bad-address`, `config.*`. */
export function nodeAt(
  given: string | undefined,
  dataDir: string | undefined,
  onTrouble: (error: Failure | null) => void,
): Result<Joining> {
  const address = fleetAddressOf(given, dataDir);
  if (!address.ok) return address;
  const lease = new FleetLease();
  let follower: PolicyFollower | null = null;
  return ok({
    lease,
    confirmed: () => follower?.confirmed() ?? NOT_YET,
    join: (gateway) => {
      const { fleet, maxTabs } = gateway.config;
      const { labels } = fleet;
      follower = fleet.policy === undefined ? null : followerOf(gateway, fleet.policy);
      return FleetNode.join({
        address: address.value,
        gateway,
        lease,
        follower,
        labels,
        places: fleet.places ?? maxTabs,
        onTrouble,
      });
    },
  });
}

function followerOf(gateway: Gateway, id: string): PolicyFollower {
  const { audit, clock, config, paths, policyLife: life } = gateway;
  return new PolicyFollower({
    id,
    // Its log's key is what a node keeps over its starts, and has alone.
    place: { labels: config.fleet.labels, bucket: bucketOf(audit.publicKey) },
    file: fleetPolicyIn(paths.data),
    directory: join(paths.data, 'policy'),
    confirmSeconds: config.fleet.confirmSeconds,
    clock,
    life,
  });
}
