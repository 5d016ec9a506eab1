// Which layers a candidate of shadow mode is decided with. INVARIANT: it is checked with the layers that it would be among: alone only
// where it stands for all of them.
import { checkPolicy, checkWithParents, loadText } from '#policy/engine/compile/check.ts';
import type { CheckReport, PolicyText } from '#policy/engine/compile/check.ts';
import { SHIPPED, readPolicyText } from '#gateway/settings/policy-source.ts';

/**
 * Several texts are its layers; one stands for the active layer of its id, or below the active ones that it extends, or below a
 * shipped policy. `today`: `YYYY-MM-DD`.
 */
export function checkCandidate(
  texts: readonly PolicyText[],
  active: readonly PolicyText[],
  today: string,
): CheckReport {
  const options = { today };
  const [only, ...more] = texts;
  return only === undefined || more.length > 0
    ? checkPolicy(texts, options)
    : (asLayer(only, active, options) ?? checkWithParents(only, shippedBut(only), options));
}

function asLayer(
  text: PolicyText,
  active: readonly PolicyText[],
  options: { today: string },
): CheckReport | null {
  const idOf = loadText;
  const own = idOf(text);
  if (!own.ok) return { findings: own.error, policy: null };
  const ids = active.map((one) => {
    const loaded = idOf(one);
    return loaded.ok ? loaded.value.id : '';
  });
  if (ids.includes(own.value.id))
    return checkPolicy(
      active.map((one, index) => (ids[index] === own.value.id ? text : one)),
      options,
    );
  return own.value.extends !== null && own.value.extends.id === ids.at(-1)
    ? checkPolicy([...active, text], options)
    : null;
}

function shippedBut(text: PolicyText): readonly PolicyText[] {
  return Object.values(SHIPPED).flatMap((file) => {
    const shipped = readPolicyText(file);
    return shipped.ok && shipped.value.file !== text.file ? [shipped.value] : [];
  });
}
