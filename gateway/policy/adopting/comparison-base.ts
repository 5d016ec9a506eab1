// Finds what a policy that is about to come into force is compared with: the one in force, or the one at the gateway's last end.
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { todayOf } from '#gateway/settings/policy-source.ts';
import { activeOf } from '#gateway/policy/state/in-force.ts';
import type { Active } from '#gateway/policy/state/in-force.ts';
import { textsIn } from '#gateway/policy/kept/last-in-force.ts';
import type { Kept, LastInForce, LostIdentity } from '#gateway/policy/kept/last-in-force.ts';
import type { Named } from '#gateway/policy/state/life-parts.ts';
import type { Candidate } from '#gateway/policy/kept/sources.ts';
import { textOf } from '#gateway/policy/state/editable.ts';
import { digestsOf } from '#gateway/policy/state/words.ts';

export type Before =
  | { readonly kind: 'FIRST' }
  /** The same bytes as when the gateway ended. */
  | { readonly kind: 'SAME' }
  | {
      readonly kind: 'KNOWN';
      readonly active: Active;
      /** It is in force now; otherwise it was when the gateway ended. */
      readonly running: boolean;
      /** The caller itself named other files than those of then. */
      readonly otherFiles: boolean;
      /** Signed bundles are among its sources. */
      readonly bundled: boolean;
    }
  | ({ readonly kind: 'LOST'; readonly why: string } & LostIdentity);

type About = { readonly files: readonly string[]; readonly named: Named; readonly now: number };

/** What was in force when the gateway ended, as far as it is needed: compiled only where the candidate has other bytes. */
export function beforeStart(last: LastInForce, candidate: Candidate, about: About): Before {
  const read = last.read();
  if (read.kind !== 'KEPT') return read;
  const { kept } = read;
  const { policy, sources } = candidate;
  if (kept.sourceHash === policy.sourceHash && kept.bundles === digestsOf(sources.bundles))
    return { kind: 'SAME' };
  const active = compiled(kept, about.now);
  if (active === null) {
    const { semanticHash, sourceHash } = kept;
    return { kind: 'LOST', semanticHash, sourceHash, why: 'this version cannot read it any more' };
  }
  const same = JSON.stringify(kept.files) === JSON.stringify(about.files);
  const shipped = about.named === 'SHIPPED' && kept.named === 'SHIPPED';
  const otherFiles = !same && (about.named === 'CALLER' || shipped);
  return { kind: 'KNOWN', active, running: false, otherFiles, bundled: kept.bundles !== '' };
}

/** `null`: it does not load or prove any more. */
function compiled(kept: Kept, now: number): Active | null {
  const texts = textsIn(kept);
  const today = todayOf(now);
  const { policy } = checkPolicy(texts, {
    today: kept.day === undefined || kept.day > today ? today : kept.day,
  });
  const { files, named, paths } = kept;
  return policy === null
    ? null
    : activeOf(
        { policy: policy.on(today), sources: { texts, paths, bundles: [] } },
        { files, named, now, acknowledged: null },
      );
}

const base64Of = (text: string | Uint8Array): string => Buffer.from(textOf(text)).toString('base64');

/**
 * INVARIANT: who named the files goes along from then: what holds on was not named by whoever names others now. A list that several
 * documents include is kept once.
 */
export function keptOf(active: Active): Kept {
  const lists = new Map<string, string>();
  const texts = active.texts.map(({ file, text, included = [] }) => {
    const named = included.flatMap((one) => {
      if (!('text' in one)) return [];
      const hash = hashOfBytes(one.text);
      lists.set(hash, base64Of(one.text));
      return [{ name: one.name, hash }];
    });
    const kept = { file, base64: base64Of(text) };
    return named.length === 0 ? kept : { ...kept, included: named };
  });
  return {
    semanticHash: active.policy.semanticHash,
    sourceHash: active.policy.sourceHash,
    day: active.day,
    files: [...active.files],
    named: active.named,
    bundles: digestsOf(active.bundles),
    texts,
    ...(lists.size > 0 && { lists: [...lists].map(([hash, base64]) => ({ hash, base64 })) }),
    paths: [...active.paths],
  };
}
