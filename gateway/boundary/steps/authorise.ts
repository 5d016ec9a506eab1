// Makes and checks the only value that an executor obeys. INVARIANT: the key never leaves this closure; an authorisation is taken
// once, before its end, for exactly the act whose digest it seals, and under the very policy that allowed it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { permissionTime } from '#executors/system/clock.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type {
  Authorization,
  BoundAct,
  BoundLaunch,
  VerifyAuthorization,
} from '#executors/contract/authorization.ts';
import { fail, ok } from '#policy/language/failure.ts';

/** How long an authorisation may wait for its executor. */
const LIFETIME_MS = 30_000;

export type Authority = {
  /** Called by gateway/boundary/steps/issue.ts alone, after the decision is on disk. */
  readonly authorise: (bound: BoundAct | BoundLaunch, policyHash: string) => Authorization;
  /** Handed to the executors: checks and consumes. */
  readonly verify: VerifyAuthorization;
};

/**
 * One authority a gateway. `now` is the time of a permission, in milliseconds; `inForce` gives the semantic hash of the policy that holds at
 * this moment, `null` where none does. Without it (there is no policy that could change) the hash is not compared.
 */
export function createAuthority(
  now: () => number = permissionTime(),
  inForce?: () => string | null,
): Authority {
  const key = randomBytes(32);
  const live = new Map<string, number>();
  const spent = new Map<string, number>();

  const seal = (of: Omit<Authorization, 'seal'>): string =>
    createHmac('sha256', key)
      .update(digestOf({ id: of.id, digest: of.digest, policyHash: of.policyHash, notAfter: of.notAfter }))
      .digest('hex');

  return {
    authorise(bound, policyHash) {
      forgetOld(live, now());
      forgetOld(spent, now());
      const body = {
        id: randomBytes(16).toString('hex'),
        digest: digestOf(bound),
        policyHash,
        notAfter: now() + LIFETIME_MS,
      };
      live.set(body.id, body.notAfter);
      return Object.freeze({ ...body, seal: seal(body) });
    },
    verify(authorization, bound) {
      if (!isAuthorization(authorization))
        return fail('authorization.forged', 'this is not an authorisation');
      const expected = Buffer.from(seal(authorization), 'hex');
      const given = Buffer.from(authorization.seal, 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return fail('authorization.forged', 'the seal of this authorisation was not made by the boundary');
      }
      if (spent.has(authorization.id))
        return fail('authorization.replayed', 'this authorisation was used before');
      if (now() > authorization.notAfter) {
        live.delete(authorization.id);
        return fail('authorization.expired', 'this authorisation is too old', {
          help: 'ask the boundary again',
        });
      }
      if (!live.has(authorization.id))
        return fail('authorization.replayed', 'this authorisation is no longer held');
      if (digestOf(bound) !== authorization.digest) {
        return fail('authorization.altered', 'the act is not the one that was authorised');
      }
      live.delete(authorization.id);
      if (inForce !== undefined && inForce() !== authorization.policyHash) {
        return fail('authorization.policy-changed', 'the policy changed since this was authorised', {
          help: 'ask the boundary again',
        });
      }
      spent.set(authorization.id, authorization.notAfter);
      return ok(undefined);
    },
  };
}

function forgetOld(ids: Map<string, number>, now: number): void {
  for (const [id, notAfter] of ids) if (now > notAfter) ids.delete(id);
}

function isAuthorization(value: unknown): value is Authorization {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return (
    ['id', 'digest', 'policyHash', 'seal'].every((name) => typeof fields[name] === 'string') &&
    typeof fields['notAfter'] === 'number'
  );
}
