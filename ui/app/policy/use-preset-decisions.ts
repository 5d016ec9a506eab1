// Asks the policy in force and each preset the same questions, one after the other, in one worker beside the page.
import { useEffect, useState } from 'react';
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
  readonly error: Failure | null;
};
type Preset = { readonly name: string; readonly texts: readonly NamedText[] };

/** Of which presets beside what. */
type Held = Compared & { readonly of: readonly unknown[] };

const NOTHING: Compared = { now: null, decided: new Map(), error: null };
const isOf = (held: Held, of: readonly unknown[]): boolean => held.of.every((one, at) => one === of[at]);

/** `presets`: the same array as long as it holds the same. */
export function usePresetDecisions(
  inForce: readonly NamedText[] | null,
  presets: readonly Preset[],
  addressClass: AddressClass,
): Compared {
  const [held, setHeld] = useState<Held>({ ...NOTHING, of: [] });
  useEffect(() => {
    if (inForce === null) return undefined;
    const checker = new PolicyChecker<ForeseeQuestion>();
    let isGone = false;
    const of = [inForce, presets, addressClass];
    let all = NOTHING;
    const tell = (more: Partial<Compared>): void => {
      all = { ...all, ...more };
      setHeld({ ...all, of });
    };
    const foreseen = comparedActs(addressClass);
    const ask = async (texts: readonly NamedText[]): Promise<ForeseeAnswer | null> => {
      const answer = await checker.ask({ inForce: texts, foreseen });
      if (isGone || answer === null) return null;
      if (answer.ok) return answer.value;
      tell({ error: answer.error });
      return null;
    };
    const compareAll = async (): Promise<void> => {
      const now = await ask(inForce);
      if (now === null) return;
      tell({ now });
      for (const { name, texts } of presets) {
        // oxlint-disable-next-line no-await-in-loop -- the worker takes one question after the other
        const after = await ask(texts);
        if (after === null) return;
        tell({ decided: new Map([...all.decided, [name, after]]) });
      }
    };
    void compareAll();
    return () => {
      isGone = true;
      checker.close();
    };
  }, [inForce, presets, addressClass]);
  return held.of.length > 0 && isOf(held, [inForce, presets, addressClass]) ? held : NOTHING;
}
