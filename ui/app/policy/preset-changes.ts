// What a shipped policy decides otherwise than the one in force, act by act, for an agent in a Ghost Tab. INVARIANT: both sides are the
// engine's own answers to the same requests.
import type { AddressClass, BrowserCapability, BrowserDecision } from '#policy/language/vocabulary.ts';
import { BROWSER_CAPABILITIES } from '#policy/language/vocabulary.ts';
import type { ForeseeAnswer, ForeseeQuestion } from './editor/policy-check.ts';

/** Where: at a site that the person named in the task, at one that they did not, or at both alike. */
type Where = 'NAMED' | 'UNNAMED' | 'BOTH';

export type ActChange = {
  readonly capability: BrowserCapability;
  readonly where: Where;
  readonly before: BrowserDecision;
  readonly after: BrowserDecision;
};

const NAMED = [false, true] as const;

/** The acts that are compared, twice each: at a site that nobody named, and at one that the person did. */
export const comparedActs = (addressClass: AddressClass): ForeseeQuestion['foreseen'] =>
  BROWSER_CAPABILITIES.flatMap((capability) =>
    NAMED.map((namedByUser) => actOf(capability, addressClass, namedByUser)),
  );

/** An agent's act in a Ghost Tab. */
const actOf = (
  capability: BrowserCapability,
  addressClass: AddressClass,
  namedByUser: boolean,
): ForeseeQuestion['foreseen'][number] => ({
  capability,
  executor: 'HEADLESS_CHROMIUM',
  addressClass,
  scheme: 'HTTPS',
  initiator: 'NAVIGATOR',
  namedByUser: String(namedByUser),
});

/** `decided` in the order of `comparedActs`; `null`: it was no request. */
export const decidedOf = (
  decided: ForeseeAnswer,
  capability: BrowserCapability,
  namedByUser: boolean,
): BrowserDecision | null =>
  decided[2 * BROWSER_CAPABILITIES.indexOf(capability) + (namedByUser ? 1 : 0)] ?? null;

/** Both in the order of `comparedActs`. */
export function actChanges(before: ForeseeAnswer, after: ForeseeAnswer): readonly ActChange[] {
  const changeAt = (index: number, capability: BrowserCapability, where: Where): ActChange | null => {
    const [was, is] = [before[index] ?? null, after[index] ?? null];
    return was === null || is === null || was === is ? null : { capability, where, before: was, after: is };
  };
  return BROWSER_CAPABILITIES.flatMap((capability, at): readonly ActChange[] => {
    const unnamed = changeAt(2 * at, capability, 'UNNAMED');
    const named = changeAt(2 * at + 1, capability, 'NAMED');
    if (unnamed !== null && unnamed.before === named?.before && unnamed.after === named.after)
      return [{ ...unnamed, where: 'BOTH' }];
    return [unnamed, named].filter((one) => one !== null);
  });
}
