// Asks the policy in force and each preset the same questions, one after the other, in one worker beside the page. INVARIANT: what was
// answered of a text is held as long as the view is there: only what is missing is asked.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import {
  PolicyChecker,
  type ForeseeAnswer,
  type ForeseeQuestion,
  type NamedText,
} from './editor/policy-check.ts';
import { comparedActs } from './preset-changes.ts';

type Compared = {
  /** Of what is in force, in the order of `comparedActs`; `null` while it is asked. */
  readonly now: ForeseeAnswer | null;
  /** Of each preset by its name; missing while it is asked. */
  readonly decided: ReadonlyMap<string, ForeseeAnswer>;
  /** Something is being asked. */
  readonly isAsking: boolean;
  readonly error: Failure | null;
};
type Preset = { readonly name: string; readonly texts: readonly NamedText[] };

const keyOf = (texts: readonly NamedText[], addressClass: AddressClass): string =>
  JSON.stringify([addressClass, texts]);

/** `presets`: the same array as long as it holds the same. */
export function usePresetDecisions(
  inForce: readonly NamedText[] | null,
  presets: readonly Preset[],
  addressClass: AddressClass,
): Compared {
  const [answers, setAnswers] = useState<ReadonlyMap<string, ForeseeAnswer>>(new Map());
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: Failure } | null>(null);
  const checker = useRef<PolicyChecker<ForeseeQuestion> | null>(null);
  useEffect(
    () => () => {
      checker.current?.close();
      checker.current = null;
    },
    [],
  );
  const now = useMemo(
    () => (inForce === null ? null : { texts: inForce, key: keyOf(inForce, addressClass) }),
    [inForce, addressClass],
  );
  const others = useMemo(
    () => presets.map(({ name, texts }) => ({ name, texts, key: keyOf(texts, addressClass) })),
    [presets, addressClass],
  );
  const missing = now === null ? undefined : [now, ...others].find(({ key }) => !answers.has(key));
  const key = missing?.key ?? null;
  const hasFailed = failed !== null && failed.key === key;
  useEffect(() => {
    if (missing === undefined || hasFailed) return undefined;
    let isGone = false;
    const asked = (checker.current ??= new PolicyChecker<ForeseeQuestion>());
    void asked.ask({ inForce: missing.texts, foreseen: comparedActs(addressClass) }).then((answer) => {
      if (isGone || answer === null) return;
      if (answer.ok) setAnswers((held) => new Map([...held, [missing.key, answer.value]]));
      else setFailed({ key: missing.key, error: answer.error });
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the key says all of it: the same texts are not asked about again
  }, [key, hasFailed]);
  return useMemo(
    () => ({
      now: now === null ? null : (answers.get(now.key) ?? null),
      decided: new Map(
        others.flatMap(({ name, key: of }) => {
          const answer = answers.get(of);
          return answer === undefined ? [] : [[name, answer] as const];
        }),
      ),
      isAsking: key !== null && !hasFailed,
      error: hasFailed ? failed.error : null,
    }),
    [answers, now, others, key, hasFailed, failed],
  );
}
