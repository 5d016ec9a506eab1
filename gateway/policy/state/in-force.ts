// What is in force, and what is decided with: the compiled policy, on top of it the floors of a candidate in shadow.
// INVARIANT: where the candidate's floors change anything, the hash is another one: no approval outlives them.
import { createHash } from 'node:crypto';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { withFloorsOf } from '#policy/tools/logs/layer-zero-floors.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import { todayOf } from '#gateway/settings/policy-source.ts';
import { withIncluded } from '#gateway/policy/kept/lists-beside.ts';
import type { ShadowHolder } from './shadow-holder.ts';
import type { Named } from './life-parts.ts';
import type { Candidate, OpenedBundle } from '#gateway/policy/kept/sources.ts';

export type Active = {
  readonly policy: CompiledPolicy;
  readonly texts: readonly PolicyText[];
  /** Where each text lies; `null`: in a bundle. */
  readonly paths: readonly (string | null)[];
  readonly bundles: readonly OpenedBundle[];
  readonly files: readonly string[];
  /** Who named those files. */
  readonly named: Named;
  readonly since: string;
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly acknowledged: { readonly by: string; readonly reason: string } | null;
};

/** `now`: milliseconds. */
export function activeOf(
  { policy, sources: { texts, paths, bundles } }: Candidate,
  about: {
    readonly files: readonly string[];
    readonly named: Named;
    readonly now: number;
    readonly acknowledged: Active['acknowledged'];
  },
): Active {
  const { files, named, now, acknowledged } = about;
  const since = new Date(now).toISOString();
  const held = texts.map((text, index) => withIncluded(text, policy.stack.layers[index]?.document.include));
  // The day that it was read on: midnight may have passed since.
  return { policy, texts: held, paths, bundles, files, named, since, day: policy.today, acknowledged };
}

export class InForce {
  #active: Active | null = null;
  #effective: EffectivePolicy | null = null;

  get active(): Active | null {
    return this.#active;
  }

  /** What is decided with; `null`: every act is denied. */
  get effective(): EffectivePolicy | null {
    return this.#effective;
  }

  /** What approvals stand on. */
  get standing(): string | null {
    return this.#effective === null ? null : grantBasisOf(this.#effective);
  }

  /** INVARIANT: days do not come back: a clock that is set back brings no entry back that has ended. `now`: milliseconds. */
  dayAt(now: number): string {
    const [day, held] = [todayOf(now), this.#active?.day ?? ''];
    return day < held ? held : day;
  }

  /** Goes on to the day that it is: what ended by then; `null` where nothing did. */
  roll(now: number, shadow: ShadowHolder): readonly string[] | null {
    const [active, before] = [this.#active, this.standing];
    const day = this.dayAt(now);
    if (active === null || active.day === day) return null;
    const policy = active.policy.on(day);
    shadow.onDay(day);
    this.swap({ ...active, policy, day }, shadow.candidate);
    if (this.standing === before) return null;
    const left = new Set(policy.stack.entries);
    return active.policy.stack.entries.filter((entry) => !left.has(entry)).map(({ ref }) => ref);
  }

  /** INVARIANT: the one place where a policy comes into force. */
  swap(active: Active | null, candidate: CompiledPolicy | null): void {
    this.#active = active;
    this.#effective = active === null ? null : enforced(active.policy, candidate);
  }
}

/** A bundle that ran out while it is in force. `now`: milliseconds. Errors: `policy.bundle-expired`. */
export function stillValid(active: Active, now: number): Result<void> {
  const at = new Date(now).toISOString();
  const over = active.bundles.find(({ manifest }) => at > manifest.notAfter);
  return over === undefined
    ? ok(undefined)
    : fail('policy.bundle-expired', `\`${over.file}\` was valid until ${over.manifest.notAfter}`, {
        help: 'get a bundle that is valid now, and run `ghost policy reload`',
      });
}

function enforced(active: CompiledPolicy, candidate: CompiledPolicy | null): EffectivePolicy {
  const floors = candidate === null ? new Set<string>() : floorsOf(candidate);
  const held = floorsOf(active);
  if (candidate === null || [...floors].every((floor) => held.has(floor))) return active;
  const both = withFloorsOf(active, candidate);
  const digest = createHash('sha256')
    .update(`ghost-shadow/1\n${active.semanticHash}\n${JSON.stringify([...floors].sort())}`)
    .digest('hex');
  return { ...both, decide: (facts) => both.decide(facts), semanticHash: `sha256:${digest}` };
}

/** The floors of the first layer, each as what it says: without its name, reason and place. */
function floorsOf({ stack }: CompiledPolicy): ReadonlySet<string> {
  return new Set(
    (stack.layers[0]?.floors ?? []).map(({ scope, axes, cells, obligations, escalate }) =>
      JSON.stringify({
        scope,
        axes: axes.map(({ name, members }) => [name, members]),
        cells: cells.map(({ severity, violation }) => [severity, violation]),
        obligations,
        escalate,
      }),
    ),
  );
}
