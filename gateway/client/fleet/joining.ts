// How a gateway that serves becomes a node of a fleet: its lease goes in as it opens, and it takes tasks once it serves.
import type { Gateway } from '#gateway/main.ts';
import { ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { fleetAddressOf } from './fleet.ts';
import { FleetLease, FleetNode } from './node.ts';

export type Joining = {
  readonly lease: FleetLease;
  /** Errors: `fleet.*`. */
  readonly join: (gateway: Gateway) => Promise<Result<FleetNode>>;
};

/** `onTrouble`: the database does not answer, once as it begins; `null` when it is over. Errors: `fleet.bad-address`, `config.*`. */
export function nodeAt(
  given: string | undefined,
  dataDir: string | undefined,
  onTrouble: (error: Failure | null) => void,
): Result<Joining> {
  const address = fleetAddressOf(given, dataDir);
  if (!address.ok) return address;
  const lease = new FleetLease();
  return ok({
    lease,
    join: (gateway) =>
      FleetNode.join({
        address: address.value,
        gateway,
        lease,
        places: gateway.config.fleet.places ?? gateway.config.maxTabs,
        onTrouble,
      }),
  });
}
