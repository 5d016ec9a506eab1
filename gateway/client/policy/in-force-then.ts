// The policies of a data directory for a replay: what is in force there now, and which of those that decided its log are at hand.
import { join } from 'node:path';
import { pathsFor } from '#gateway/settings/paths.ts';
import { keptPolicy } from '#gateway/policy/kept/kept-policies.ts';
import { lastInForce, textsIn } from '#gateway/policy/kept/last-in-force.ts';
import type { Last } from '#gateway/policy/kept/last-in-force.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { checkFiles, filesInForce } from './files.ts';
import { today } from './shipped.ts';

/**
 * The named files; else what a gateway of this data directory has in force, or had when it ended; where none ever had one, what the
 * settings name. Errors: those of the policy, `policy.last-unknown`.
 */
export function policyNow(
  named: readonly string[],
  dataDir: string | undefined,
): Result<CompiledPolicy, readonly Failure[]> {
  const last = named.length > 0 ? null : lastIn(dataDir);
  if (last !== null && last.kind === 'KEPT') {
    const { policy, findings } = checkPolicy(textsIn(last.kept), { today: today() });
    return policy === null ? err(findings) : ok(policy);
  }
  if (last !== null && last.kind === 'LOST')
    return err([
      failure('policy.last-unknown', `what is in force is not known: ${last.why}`, {
        help: 'name the policy with `--policy`',
      }),
    ]);
  const files = filesInForce(named, dataDir);
  if (!files.ok) return err([files.error]);
  const { policy, findings } = checkFiles(files.value);
  return policy === null ? err(findings) : ok(policy);
}

/** What a gateway of this data directory had in force last. Never throws. */
export function lastIn(dataDir: string | undefined): Last {
  const { data } = pathsFor(dataDir);
  return lastInForce(join(data, 'policy'), join(data, 'audit'), null).read();
}

/** Whether the texts of a policy that decided are here: those that did are kept by the hash of their source. */
export const isAtHand = (sourceHash: string, dataDir: string | undefined): boolean =>
  keptPolicy(join(pathsFor(dataDir).data, 'policy'), sourceHash) !== null;
