// What an act sends, read off its row. INVARIANT: there is no other list of an act's texts.
import type { BrowserAction } from './actions.ts';
import { actRow } from './act-rows.ts';
import type { PayloadPlace } from './row.ts';

export type PayloadPart = { readonly place: PayloadPlace; readonly text: string };

/** The one text that an executor is handed apart from the act: in a bound act it stands by its digest. */
const HANDED_APART: ReadonlySet<PayloadPlace> = new Set([
  'typed',
  'script',
  'mocked body',
  'stored',
  'cookie',
]);
const RUNS: ReadonlySet<PayloadPlace> = new Set(['script', 'mocked body']);

export function payloadOf(action: BrowserAction): readonly PayloadPart[] {
  const parts: PayloadPart[] = [];
  withPayload(action, (place, text) => {
    parts.push({ place, text });
    return text;
  });
  return parts;
}

/** The same act with other texts: masked ones, shortened ones. */
export const withPayload = (
  action: BrowserAction,
  change: (place: PayloadPlace, text: string) => string,
): BrowserAction => actRow(action).payload(change);

/** What is entered, run, or kept by it: `null` for an act with nothing of the kind, and for a saved secret. */
export const textOf = (action: BrowserAction): string | null =>
  payloadOf(action).find(({ place }) => HANDED_APART.has(place))?.text ?? null;

/** As it is in a bound act. */
export const withoutText = (action: BrowserAction): BrowserAction =>
  actRow(withPayload(action, (place, text) => (HANDED_APART.has(place) ? '' : text))).withoutSecret;

/** What it runs or plants in the page. */
export const scriptOf = (action: BrowserAction): PayloadPart | null =>
  payloadOf(action).find(({ place }) => RUNS.has(place)) ?? null;
